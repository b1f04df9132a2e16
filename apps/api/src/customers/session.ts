import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { batchedReader } from '#db/batched-reader';
import type { Db } from '#db/connect';
import type { Session } from '#http/serve';
import { deleteOldTraces, openSessions } from './queries.ts';

/**
 * The session of a token. Read from the database at every call, by primary key, so that a revoked session ends at once on
 * every process. A token that this server did not sign costs no query.
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

const VERSION = 'v1';
const TOKEN = /^v1\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

interface NewToken {
  readonly token: string;
  readonly sessionId: string;
}

/** `v1.<256 random bits>.<signature>`: the signature spares the database forged tokens, the hash keeps the token out of it. */
export function newSessionToken(secret: string): NewToken {
  const random = randomBytes(32).toString('base64url');
  return { token: `${VERSION}.${random}.${signature(secret, random)}`, sessionId: sessionIdOf(random) };
}

/** The session that a token claims, or null when this server did not sign it. */
export function readSessionToken(secret: string, token: string): string | null {
  const [, random, claimed] = TOKEN.exec(token) ?? [];
  if (random === undefined || claimed === undefined) return null;
  return timingSafeEqual(Buffer.from(claimed), Buffer.from(signature(secret, random))) ? sessionIdOf(random) : null;
}

const MOST_REMEMBERED = 20_000;

/**
 * `readSessionToken` that remembers the tokens that were signed here: a buyer makes many calls with one token, and checking
 * its signature takes as long as encoding an answer. Only the answer of a pure function is kept, not whether the session is
 * open. Forged tokens are not remembered, so that they displace none.
 */
export function sessionTokenReader(secret: string): (token: string) => string | null {
  const signed = new LRUCache<string, string>({ max: MOST_REMEMBERED });
  return (token) => {
    const known = signed.get(token);
    if (known !== undefined) return known;
    const sessionId = readSessionToken(secret, token);
    if (sessionId === null) return null;
    signed.set(token, sessionId);
    return sessionId;
  };
}

const signature = (secret: string, random: string) =>
  createHmac('sha256', secret).update(`session ${VERSION} ${random}`).digest('base64url');

const sessionIdOf = (random: string) => hash('sha256', random, 'base64url');

/** Periodic clean-up by the worker. */
export const customerTasks = ({ db }: { db: Db }) => ({
  'forget-old-traces': () => deleteOldTraces(db),
});
