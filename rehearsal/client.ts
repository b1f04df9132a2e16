import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@butaca/contract';

export interface ClientAt {
  readonly host: string;
  readonly token: string;
  readonly fetch: typeof fetch;
}

/** The contract's own client, as shops and the office use it. */
export const clientAt = ({ host, token, fetch: send }: ClientAt) =>
  createClient({
    host,
    fetch: send,
    token: () => token,
    fingerprint: () => 'rehearsal',
    headerNames: { fingerprint: 'x-fingerprint', country: 'idPais' },
    countryCode: 1,
    onTrouble: () => {},
    wait: (ms) => sleep(ms),
  });

/** Gives an answer so much time. */
export const fetchWithin =
  (ms: number): typeof fetch =>
  (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(ms) });
