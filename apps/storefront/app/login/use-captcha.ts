import { useCaptcha as useCaptchaWith } from '@butaca/browser/use-captcha.ts';

const loadClient = () => import('../calls/browser-client.ts').then(({ client }) => client);

/** The captcha of log in, sign up and payment. */
export const useCaptcha = () => useCaptchaWith(loadClient);
