import { setTimeout as sleep } from 'node:timers/promises';
import type { Watch } from '#watch/watch';
import { pauseMs } from '../back-off.ts';
import type { Db } from './connect.ts';

/** How the driver and the operating system name a connection that is not to be had, or was lost. */
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * SQLSTATEs that speak of the moment and not of the statement: connection exceptions (08), serialization failures and deadlocks,
 * not what a pooler in between refuses for good, such as a setting of the connection (08P01),
 * a server that was a standby a moment ago (25006), too few resources such as connections (53), a lock timeout (55P03), a statement
 * timeout (57014), a server that stops, starts or was told to end the connection (57P).
 */
const OF_THE_MOMENT = /^(?:08(?!P01)...|40001|40003|40P01|25006|53...|55P03|57014|57P..)$/;

/** Whether the same request may succeed a moment later: a fault of the database or the way to it, not of what was asked. */
export function isTransient(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && (CONNECTION_CODES.has(code) || OF_THE_MOMENT.test(code));
}

/** A refused connection to a name with several addresses has a code and no message. */
export function messageOf(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: string; code?: string };
  return message || code || String(error);
}

/** Soon enough after an outage that a worker is back before its lease runs out. */
const LONGEST_PAUSE_MS = 2000;

interface Waiting {
  /** Hears once that the database is waited for, and once that it is back. */
  readonly watch: Pick<Watch, 'say'>;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  readonly pause?: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
}

export const ping = (db: Db): PromiseLike<unknown> => db`select 1`;

/**
 * Waits until the database answers, for as long as that takes; returns for how many milliseconds, 0 when it answered at once.
 * Throws what waiting cannot solve, such as a wrong password.
 */
export async function waitForDatabase(
  ask: () => PromiseLike<unknown>,
  { watch, signal, pause = sleep, now = performance.now.bind(performance) }: Waiting,
) {
  const startedAt = now();
  for (let failures = 0; !signal?.aborted; failures++) {
    try {
      await ask();
      if (failures > 0) watch.say('database-back', { ms: Math.round(now() - startedAt) });
      return failures === 0 ? 0 : now() - startedAt;
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (failures === 0) watch.say('database-awaited', { error });
    }
    await pause(Math.min(pauseMs(failures), LONGEST_PAUSE_MS));
  }
  return now() - startedAt;
}
