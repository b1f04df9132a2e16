import type { PublicBrand } from '@butaca/brand';
import { createStore, useStore } from '@butaca/browser/create-store.ts';
import { useFrame } from '../frame/use-frame.ts';

type Outsiders = Pick<PublicBrand, 'pixels' | 'hosts'>;

/** `open`: not asked yet. */
export type Consent = 'given' | 'refused' | 'open';

const KEY = 'butaca.consent';

/** The origins of others that a brand would tell something of a visit; empty where there is nothing to ask for. */
export const askedHosts = ({ pixels, hosts }: Outsiders): readonly string[] =>
  [...new Set([...Object.values(pixels), hosts.countryLookup].flatMap((address) => (address ? [new URL(address).origin] : [])))].sort();

/**
 * What a visitor has said about these origins. An answer about others is none. A browser that asks not to be followed (Global Privacy
 * Control) has answered until its owner says otherwise here.
 */
export function consentIn(stored: string, asked: readonly string[], isPrivate: boolean): Consent {
  const [answer, ...hosts] = stored.split(' ');
  const isAbout = asked.every((host) => hosts.includes(host));
  if (isAbout && (answer === 'given' || answer === 'refused')) return answer;
  return isPrivate ? 'refused' : 'open';
}

/** The answer as it is stored; other tabs' answers arrive while somebody listens. */
const stored = createStore('', {
  start() {
    const otherTab = ({ key }: StorageEvent) => {
      if (key === KEY || key === null) stored.set(readStored());
    };
    window.addEventListener('storage', otherTab);
    // Without a storage the answer lives as long as the page.
    stored.set(readStored() || stored.get());
    return () => window.removeEventListener('storage', otherTab);
  },
});

function readStored(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function answerConsent(answer: Exclude<Consent, 'open'>, brand: Outsiders): void {
  const text = [answer, ...askedHosts(brand)].join(' ');
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // See above.
  }
  stored.set(text);
}

const isPrivate = () => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** `open` on the server and while a page is taken over. */
export function useConsent(): Consent {
  const { brand } = useFrame();
  const text = useStore(stored, () => '');
  return typeof navigator === 'undefined' ? 'open' : consentIn(text, askedHosts(brand), isPrivate());
}
