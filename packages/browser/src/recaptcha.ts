import type { RecaptchaQuestion } from '@butaca/contract/captcha';

/** https://developers.google.com/recaptcha/docs/v3 */
interface Grecaptcha {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

/** The script gives no sign of its own when it cannot reach its makers. */
const PATIENCE_MS = 10_000;

let loading: Promise<Grecaptcha> | null = null;

/** Loads the script once a page, anew after a failure. */
export async function loadRecaptcha({ siteKey, script, action }: RecaptchaQuestion): Promise<() => Promise<string>> {
  loading ??= load(`${script}?render=${encodeURIComponent(siteKey)}`);
  const grecaptcha = await loading;
  return () => inTime(grecaptcha.execute(siteKey, { action }));
}

function load(address: string): Promise<Grecaptcha> {
  const element = document.createElement('script');
  element.src = address;
  element.async = true;
  const loaded = new Promise<Grecaptcha>((resolve, reject) => {
    element.onerror = () => reject(new Error('reCAPTCHA did not load'));
    element.onload = () => {
      const { grecaptcha } = globalThis as { grecaptcha?: Grecaptcha };
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error('reCAPTCHA did not load'));
    };
  });
  document.head.append(element);
  const ready = inTime(loaded);
  ready.catch(() => {
    element.remove();
    loading = null;
  });
  return ready;
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('reCAPTCHA took too long')), PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
