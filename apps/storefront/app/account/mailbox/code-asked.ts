import { serverClock } from '@butaca/browser/server-clock.ts';
import { storageNamed } from '@butaca/browser/stored-texts.ts';

const KEY = 'butaca.address-code';
/** As long as a code is valid. */
const KEPT_MS = 15 * 60_000;
const own = storageNamed('sessionStorage');

/** Keeps for this tab that a code is on its way to this address; a phone may throw the page away while its owner reads the mail. */
export function keepCodeAsked(email: string): void {
  try {
    own.setItem(KEY, JSON.stringify({ email, at: serverClock.now() }));
  } catch {
    // Without room its field comes with another press of the button.
  }
}

export const forgetCodeAsked = (): void => own.removeItem(KEY);

/** Whether a code that may still be valid was asked for in this tab. */
export function isCodeAsked(email: string): boolean {
  try {
    const kept = JSON.parse(own.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return kept.email === email && typeof kept.at === 'number' && serverClock.now() - kept.at < KEPT_MS;
  } catch {
    return false;
  }
}
