import type { Db } from '#db/connect';
import type { Session } from '#http/session';
import { openSession } from './queries-session.ts';
import { readSessionToken } from './session-token.ts';

/**
 * Who a token speaks for. Asked of the database at every call, by primary key, so that a revoked session is over at
 * once on every process; a token that this server did not sign costs no query.
 */
export async function sessionOf(db: Db, secret: string, token: string | undefined): Promise<Session | null> {
  const id = token === undefined ? null : readSessionToken(secret, token);
  return id === null ? null : openSession(db, id);
}
