import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@butaca/contract';
import type { ReturnWorld } from './attempts.ts';
import { type AttemptKey, type AttemptRow, endTurn, isInTurn, type Turn, takeTurn } from './queries.ts';

/** A request answers within it whatever its provider does: the longest may last 45 s. */
const ANSWER_WITHIN_MS = 35_000;
const FIRST_LOOK_MS = 200;
const LOOK_AT_LEAST_EVERY_MS = 2000;

/** Until when a request that begins now waits for providers, by this process's clock. */
export const answerBy = (): number => performance.now() + ANSWER_WITHIN_MS;

type World = Pick<ReturnWorld, 'db' | 'watch'>;

/** Waits for work at a provider until then. Work that lasts longer goes on, and what it finds is written without its request; only the log tells of its failure. */
export async function waitFor(
  { watch }: Pick<World, 'watch'>,
  key: AttemptKey,
  work: Promise<unknown>,
  by: number,
): Promise<'done' | 'under way'> {
  const stop = new AbortController();
  const isLate = sleep(Math.max(0, by - performance.now()), 'under way' as const, { signal: stop.signal }).catch(
    () => 'under way' as const,
  );
  const first = await Promise.race([work.then(() => 'done' as const), isLate]).finally(() => stop.abort());
  if (first === 'under way') {
    const { purchaseId, reference } = key;
    work.catch((error: unknown) => {
      if (!(error instanceof Refusal)) watch.say('reconcile-failed', { purchaseId, reference, error });
    });
  }
  return first;
}

/**
 * Does something at an attempt's provider while no other click does, on any process, with no transaction open; `work` gets the attempt as it is when its
 * turn begins, and what it writes by that attempt is written only while the turn lasts. `another` when it was another one's turn, which has then ended: what
 * that one found is the answer of both. `under way` when either lasts longer than the request may.
 */
export async function inTurn(
  world: World,
  key: AttemptKey,
  work: (attempt: AttemptRow & Turn) => Promise<void>,
  by: number,
): Promise<'done' | 'another' | 'under way'> {
  const { db } = world;
  const attempt = await takeTurn(db, key);
  if (attempt) {
    const turn = work(attempt).finally(() => endTurn(db, attempt));
    return waitFor(world, key, turn, by);
  }
  let everyMs = FIRST_LOOK_MS;
  while (performance.now() < by) {
    await sleep(Math.min(everyMs, Math.max(0, by - performance.now())));
    if (!(await isInTurn(db, key))) return 'another';
    everyMs = Math.min(2 * everyMs, LOOK_AT_LEAST_EVERY_MS);
  }
  return 'under way';
}
