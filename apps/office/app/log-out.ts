import { logOut as logOutCall } from '@butaca/contract/customers';
import { clientWith } from './client.ts';
import { currentSession, endSession } from './session.ts';

/** Ends the session here at once; the server is told in the background. */
export function logOut() {
  const token = currentSession()?.token;
  endSession(null);
  if (token) void revoke(token);
}

/** Ends a session on the server. */
export const revoke = (token: string) => clientWith(() => token).ask(logOutCall, {});
