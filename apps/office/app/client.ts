import { sleep } from '@butaca/browser/poll.ts';
import { serverClock } from '@butaca/browser/server-clock.ts';
import { createClient } from '@butaca/contract/client';
import { logOut as logOutCall } from '@butaca/contract/customers';
import { currentSession, endSession, staffSession } from './session.ts';
import { settings } from './settings.ts';

/** The office's client of the API; each screen shows itself how its calls ended. */
const clientWith = (token: () => string | undefined) =>
  createClient({
    host: settings.hosts.api,
    fetch: (input, init) => fetch(input, init),
    token,
    fingerprint: () => 'office',
    headerNames: settings.headers,
    countryCode: settings.locale.countryCode,
    onTrouble: () => undefined,
    wait: sleep,
    hear: serverClock.hearAnswer,
  });

export const client = clientWith(() => currentSession()?.token);

/** For what organisers and clerks may both do. */
export const staffClient = clientWith(() => staffSession()?.token);

/** Ends the session here at once; the server's session is ended in the background. */
export function logOut() {
  const token = currentSession()?.token;
  endSession(null);
  if (token) void revoke(token);
}

/** Ends a session on the server. */
export const revoke = (token: string) => clientWith(() => token).ask(logOutCall, {});
