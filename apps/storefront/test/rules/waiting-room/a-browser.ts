import type { TextStore } from '@butaca/browser/stored-texts.ts';
import type { CallSettings } from '../../../app/calls/settings.ts';
import { createTurns } from '../../../app/waiting-room/turns.ts';
import type { wayInto } from '../../../app/waiting-room/way-in.ts';

/** What a host answers: a status, a body with status 200, or nothing at all. */
export type Reply = number | { readonly text: string } | 'no answer';
export const json = (body: unknown): Reply => ({ text: JSON.stringify(body) });

interface Sent {
  readonly call: string;
  readonly init: RequestInit;
}

export const noon = Date.parse('2026-11-21T12:00:00Z');
export const textStore = (texts = new Map<string, string>()): TextStore => ({
  getItem: (key) => texts.get(key) ?? null,
  setItem: (key, text) => void texts.set(key, text),
  removeItem: (key) => void texts.delete(key),
});

interface Given {
  /** Answers in turn, the last one for ever. */
  readonly list?: readonly Reply[];
  readonly turn?: readonly Reply[];
  readonly waitingRoom?: Partial<CallSettings['waitingRoom']>;
  readonly host?: string;
  readonly token?: string;
  readonly storage?: TextStore;
  /** Performances that its open purchase has places of. */
  readonly buying?: readonly number[];
}

/** A browser whose network answers as told, and everything that it sent. */
export function browserWith({
  list = [json([])],
  turn = [],
  waitingRoom = {},
  host = '',
  token,
  storage = textStore(),
  buying = [],
}: Given) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const clock = { now: noon };
  const asked = (call: string) => sent.filter((each) => each.call === call).length;
  const fakeFetch = (async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address}`;
    const replies = init.method === 'POST' ? turn : list;
    const reply = replies[Math.min(asked(call), replies.length - 1)] ?? 'no answer';
    sent.push({ call, init });
    if (reply === 'no answer') throw new TypeError('Failed to fetch');
    return typeof reply === 'number' ? new Response(null, { status: reply }) : new Response(reply.text);
  }) as typeof fetch;
  const world: Parameters<typeof wayInto>[0] = {
    settings: { host, waitingRoom: { enabled: true, host: '', list: '', page: '', ...waitingRoom } },
    origin: 'https://butaca.example',
    fetch: fakeFetch,
    token: () => token,
    now: () => clock.now,
    wait: async (ms) => void waits.push(ms),
    storage,
    turns: createTurns(storage, () => clock.now),
    isBuying: (performanceId) => buying.includes(performanceId),
  };
  return { world, sent, waits, clock, calls: () => sent.map(({ call }) => call) };
}

export const LIST = 'GET /cola/activas.json';
export const TURN = 'POST /cola/turn';
