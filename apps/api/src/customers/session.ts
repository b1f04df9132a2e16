import { batchedReader } from '#db/batched-reader';
import type { Db } from '#db/connect';
import type { Session } from '#http/session';
import { openSessions } from './queries-session.ts';
import { sessionTokenReader } from './session-token.ts';

/**
 * Who a token speaks for. Asked of the database at every call, by primary key, so that a revoked session is over at
 * once on every process. A token that this server did not sign costs no query.
 */
export function sessionReader(db: Db, secret: string): (token: string | undefined) => Promise<Session | null> {
  const readToken = sessionTokenReader(secret);
  const read = batchedReader({
    read: (ids: readonly string[]) => openSessions(db, ids),
    nameOfKey: (id) => id,
    nameOf: ({ id }) => id,
  });
  return async (token) => {
    const id = token === undefined ? null : readToken(token);
    return id === null ? null : ((await read(id)) ?? null);
  };
}
