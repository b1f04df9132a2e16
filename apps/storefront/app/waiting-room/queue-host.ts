import { QUEUE_HOST, queueCalls, TurnAnswer, TurnRequest } from '@butaca/contract/queue';
import * as z from 'zod/mini';
import type { CallSettings } from '../calls/settings.ts';

/** What calls of the queue host need of the browser. */
export interface QueueWorld {
  readonly settings: Pick<CallSettings, 'host' | 'waitingRoom'>;
  /** Of the page. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Of the session, or undefined without one. */
  readonly token: () => string | undefined;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

const TRY_WITHIN_MS = 5000;
const AGAIN_AFTER_MS = 700;

/** CA-027: what lies at the list's address; null when two tries brought no answer with status 200. */
export const fetchList = (world: QueueWorld): Promise<Received | null> =>
  twice(world, listAddress(world.settings), { credentials: 'omit', cache: 'no-store' });

const listAddress = ({ host, waitingRoom }: QueueWorld['settings']) =>
  waitingRoom.list === '' ? `${host}${queueCalls.list}` : waitingRoom.list;

/** CA-028: null without an answer, and for one that does not say where to go. */
export async function requestTurn(world: QueueWorld, performanceId: number): Promise<TurnAnswer | null> {
  const host = hostAddress(world.settings);
  const headers = new Headers({ 'content-type': 'application/json' });
  const token = world.token();
  // With it the server makes the pass one of the account. A host of somebody else's never gets it.
  if (token && isOfTheApi(world, host)) headers.set('authorization', `Bearer ${token}`);
  const answer = await twice(world, `${host}${queueCalls.turn}`, {
    method: 'POST',
    headers,
    credentials: 'include',
    body: JSON.stringify(z.encode(TurnRequest, { performanceId })),
  });
  const turn = z.safeDecode(TurnAnswer, answer?.body as z.input<typeof TurnAnswer>);
  return turn.success ? turn.data : null;
}

/** CA-026. Outlives the page; nothing waits for it, and nothing depends on its success. */
export function leaveRoom({ settings, fetch, now }: QueueWorld, performanceId: number): void {
  const address = `${hostAddress(settings)}${queueCalls.leave(performanceId)}&t=${now()}`;
  fetch(address, { credentials: 'include', cache: 'no-store', keepalive: true }).catch(() => undefined);
}

const hostAddress = ({ host, waitingRoom }: QueueWorld['settings']) =>
  waitingRoom.host === '' ? `${host}${QUEUE_HOST}` : waitingRoom.host.replace(/\/$/, '');

const isOfTheApi = ({ settings, origin }: QueueWorld, host: string) =>
  new URL(host, origin).origin === new URL(settings.host || origin).origin;

interface Received {
  /** The text itself where it is no JSON. */
  readonly body: unknown;
}

/** Asks once more without an answer, and after any status other than 200 (C-11). */
async function twice(world: QueueWorld, address: string, init: RequestInit): Promise<Received | null> {
  const first = await once(world, address, init);
  if (first) return first;
  await world.wait(AGAIN_AFTER_MS);
  return once(world, address, init);
}

async function once(world: QueueWorld, address: string, init: RequestInit): Promise<Received | null> {
  try {
    const response = await world.fetch(address, { ...init, signal: AbortSignal.timeout(TRY_WITHIN_MS) });
    return response.status === 200 ? { body: jsonIn(await response.text()) } : null;
  } catch {
    return null;
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
