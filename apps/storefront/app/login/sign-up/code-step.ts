import { storageNamed } from '@butaca/browser/stored-texts.ts';
import { loadClient } from '../../calls/load-client.ts';

const KEY = 'butaca.sign-up-code';
const own = storageNamed('sessionStorage');

/** Keeps for this tab that the code of a new account is to be typed; a phone may throw the page away while its owner reads the mail. */
export function keepCodeStep(email: string): void {
  try {
    own.setItem(KEY, email);
  } catch {
    // Without room the code is asked for in the purchase.
  }
}

export const forgetCodeStep = (): void => own.removeItem(KEY);

/** Whether this account was opened in this tab, and still waits for its code; false where that can't be read. */
export async function isAtCodeStep(email: string, signal: AbortSignal): Promise<boolean> {
  if (own.getItem(KEY) !== email) return false;
  try {
    const [client, { getCustomer }] = await Promise.all([loadClient(), import('@butaca/contract/account')]);
    return (await client.ask(getCustomer, {}, { signal }))?.isEmailConfirmed === false;
  } catch {
    // A part of the program did not arrive.
    return false;
  }
}
