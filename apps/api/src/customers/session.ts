import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import type { Session } from '#http/session';
import { openSessions } from './queries-session.ts';
import { readSessionToken } from './session-token.ts';

/**
 * Who a token speaks for. Asked of the database at every call, by primary key, so that a revoked session is over at
 * once on every process; calls that come together are asked together. A token that this server did not sign costs no query.
 */
export function sessionReader(db: Db, secret: string): (token: string | undefined) => Promise<Session | null> {
  const batcher = new Batcher<string, Session | 'none'>({
    work: async (ids) => {
      const open = new Map((await openSessions(db, ids)).map((session) => [session.id, session]));
      return ids.map((id) => open.get(id) ?? 'none');
    },
  });
  return async (token) => {
    const id = token === undefined ? null : readSessionToken(secret, token);
    const session = id === null ? 'none' : await batcher.add(id);
    return session === 'none' ? null : session;
  };
}
