import { elapsedMs, serverClock } from '@butaca/browser/server-clock.ts';
import { isOpen, SHOP_SESSION_KEY } from '@butaca/browser/shop-session.ts';
import type { JoinRequest, QueueState, TurnAnswer } from '@butaca/contract/queue';
import { queueCalls } from '@butaca/contract/queue-addresses';
import { readQueueState, readTurnAnswer, writeJoinRequest, writeTurnRequest } from '@butaca/contract/queue-wire';
import { readStoredSession, type StoredSession } from '@butaca/contract/stored-session';
import type { QueueDocument } from '@butaca/fair-queue';
import type { PageSettings } from './room/settings.ts';

/** What a call came to; a failed one is repeated later, at the earliest after `retryAfterMs`. */
type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly retryAfterMs: number };

export interface QueueHost {
  document(): Promise<Answer<QueueDocument>>;
  join(request?: JoinRequest): Promise<Answer<QueueState>>;
  leave(): Promise<Answer<true>>;
  takeTurn(): Promise<Answer<TurnAnswer>>;
}

/** No answer after so long is none. */
const LONGEST_MS = 15_000;

export function queueHost({ queueHost: address, performanceId, sessionMinutes }: PageSettings): QueueHost {
  async function call<T>(path: string, init: RequestInit, read: (body: unknown) => T | null): Promise<Answer<T>> {
    const sentAt = elapsedMs();
    try {
      const answer = await fetch(`${address}${path}`, { ...init, signal: AbortSignal.timeout(LONGEST_MS) });
      serverClock.hearAnswer(answer, elapsedMs() - sentAt);
      const value = answer.ok ? read(await answer.json().catch(() => null)) : null;
      return value === null ? { ok: false, retryAfterMs: retryAfterMs(answer) } : { ok: true, value };
    } catch {
      return { ok: false, retryAfterMs: 0 };
    }
  }

  /** With the number's cookie, and as the account that is logged in. */
  function asVisitor(body?: string): RequestInit {
    const token = openSession(sessionMinutes)?.token;
    return {
      credentials: 'include',
      cache: 'no-store',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body }),
    };
  }

  return {
    document: () => call(queueCalls.document(performanceId), { credentials: 'omit' }, readDocument),
    join: (request) =>
      request
        ? call(queueCalls.room(performanceId), asVisitor(writeJoinRequest(request)), readQueueState)
        : call(`${queueCalls.room(performanceId)}?${joinQuery(sessionMinutes)}`, asVisitor(), readQueueState),
    leave: () => call(`${queueCalls.leave(performanceId)}&t=${Date.now()}`, asVisitor(), () => true as const),
    takeTurn: () => call(queueCalls.turn, asVisitor(writeTurnRequest(performanceId)), readTurnAnswer),
  };
}

/** `t` keeps caches from answering; `u` is the address of the account that is logged in (CA-024). */
function joinQuery(sessionMinutes: number): string {
  const email = openSession(sessionMinutes)?.user.email;
  return String(new URLSearchParams({ t: String(Date.now()), ...(email ? { u: email } : {}) }));
}

/** The shop's session, where one is open; until the server has said what time it is, a stored one is. */
export function openSession(sessionMinutes: number): StoredSession | null {
  try {
    const session = readStoredSession(localStorage.getItem(SHOP_SESSION_KEY));
    return session && (!serverClock.isKnown() || isOpen(session.loggedInAt, serverClock.now(), sessionMinutes)) ? session : null;
  } catch {
    return null;
  }
}

function readDocument(body: unknown): QueueDocument | null {
  const document = body as QueueDocument | null;
  return document?.version === 1 && typeof document.serverNow === 'number' && typeof document.lanes === 'object' ? document : null;
}

function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}
