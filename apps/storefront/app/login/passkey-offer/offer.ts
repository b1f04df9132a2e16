import { serverClock } from '@butaca/browser/server-clock.ts';
import { currentSession } from '../../session/store.ts';

/** `here` when a passkey was made or used in this browser, else when one was last declined, in epoch ms. */
const KEY = 'butaca.passkey';
/** After "ahora no", and after an offer that followed a purchase. */
const QUIET_DAYS = 60;

/** Where the log-in itself goes on, or a sale that nothing should interrupt. */
export const isOfLogIn = (pathname: string) => /^\/(log-?in|signup|recoverpassword)/i.test(pathname);
export const isOfSale = (pathname: string) => /^\/(funcion|buyticket|pay|apay|bancard|promocion)/i.test(pathname);

/** Only customers, where the browser makes passkeys with a finger, a face or a PIN, and who has none here and has not declined lately. */
export async function mayOffer(now = serverClock.now()): Promise<boolean> {
  if (currentSession()?.user.role !== 'customer') return false;
  const stored = read();
  if (stored === 'here' || now - Number(stored ?? 0) < QUIET_DAYS * 24 * 60 * 60_000) return false;
  if (!('PublicKeyCredential' in window)) return false;
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
}

/** One was made or used in this browser. */
export const passkeyIsHere = () => write('here');
export const declineOffer = () => write(String(serverClock.now()));

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Where nothing can be remembered, nothing is offered again and again.
    return 'here';
  }
}

function write(value: string) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Then the offer comes back.
  }
}
