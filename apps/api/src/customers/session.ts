import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Brand } from '@butaca/brand';
import type { LanguageCode } from '@butaca/brand/languages';
import type { AnswerOf, logIn, Role } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { batchedReader } from '#db/batched-reader';
import type { Db, Tx } from '#db/connect';
import type { Jobs } from '#db/enqueue';
import type { Session } from '#http/serve';
import { deviceOf } from './device.ts';
import { type ExportDeps, makeExport } from './privacy/data-export.ts';
import { deleteOldTraces, insertSession, openSessions } from './queries.ts';

/**
 * The session of a token. Read from the database at every call, by primary key, so that a revoked session ends at once on
 * every process. A token that this server did not sign costs no query. Where staff need a second factor, a session of theirs
 * that was opened without one is none.
 */
export function sessionReader(
  db: Db,
  { secret, login }: { secret: string; login: Brand['login'] },
): (token: string | undefined) => Promise<Session | null> {
  const readToken = sessionTokenReader(secret);
  const read = batchedReader({
    read: (ids: readonly string[]) => openSessions(db, ids),
    nameOfKey: (id) => id,
    nameOf: ({ id }) => id,
  });
  return async (token) => {
    const id = token === undefined ? null : readToken(token);
    const found = id === null ? undefined : await read(id);
    if (!found) return null;
    const { secondFactor, ...session } = found;
    return secondFactor || !isStaff(session.role) || login.staff.secondFactor !== 'required' ? session : null;
  };
}

/** Who is asked for a second factor. A door is a device that reads codes and nothing else. */
export const isStaff = (role: Role): role is 'box-office' | 'organiser' => role === 'box-office' || role === 'organiser';

/** Whose session it is, as it is told to the browser. */
export interface SessionCustomer {
  readonly id: string;
  readonly firstName: string;
  readonly email: string;
  readonly hasAlias: boolean;
  readonly role: Role;
  /** Whether only an external login, or a passkey, opens the account; left out by log-ins that such an account doesn't have. */
  readonly isExternal?: boolean;
}

export interface NewSession {
  readonly secret: string;
  readonly login: Brand['login'];
  readonly customer: SessionCustomer;
  readonly secondFactor: boolean;
  /** Of the browser that logs in. */
  readonly userAgent: string | undefined;
  /** That mails to its customer are in from now on; left out, they stay as they are. */
  readonly language?: LanguageCode | undefined;
}

export type OpenedSession = AnswerOf<typeof logIn>;

/** A session of 180 minutes (C-05), of the brand's staff minutes for the box office and organisers. */
export async function openSession(
  db: Db | Tx,
  { secret, login, customer, secondFactor, userAgent, language }: NewSession,
): Promise<OpenedSession> {
  const { token, sessionId } = newSessionToken(secret);
  const minutes = isStaff(customer.role) ? login.staff.sessionMinutes : login.sessionMinutes;
  const device = deviceOf(userAgent);
  const times = await insertSession(db, {
    id: sessionId,
    customerId: customer.id,
    minutes,
    secondFactor,
    device,
    language: language ?? null,
  });
  return presentSession({ token, customer, ...times });
}

interface Opened {
  readonly token: string;
  readonly customer: SessionCustomer;
  readonly openedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

export function presentSession({ token, customer, openedAt, expiresAt }: Opened): OpenedSession {
  const { firstName: name, email, hasAlias, role, isExternal } = customer;
  return {
    token,
    user: { name, email, hasAlias, role, ...(isExternal && { isExternal }), loggedInAt: openedAt.epochMilliseconds },
    expiresAt: expiresAt.epochMilliseconds,
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
export const customerTasks = (deps: ExportDeps) => ({
  'forget-old-traces': () => deleteOldTraces(deps.db),
  'make-export': (payload: unknown) => makeExport(deps, (payload as Jobs['make-export']).exportId),
});
