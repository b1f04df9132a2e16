import { expect, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import type { Db, Tx } from '../../src/db/connect.ts';
import { waitingForLocks } from '../database.ts';

type Step<Answer> = () => Promise<Answer>;

/** Runs two steps that both wait for what `hold` has locked, or for one another, the first one first. */
export async function inOrder<First, Second>(
  db: Db,
  hold: (tx: Tx) => PromiseLike<unknown>,
  steps: readonly [Step<First>, Step<Second>],
): Promise<[First, Second]> {
  const { first, second } = await db.begin(async (tx) => {
    await hold(tx);
    const first = steps[0]();
    await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), { timeout: limit(10_000) });
    const second = steps[1]();
    await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(2), { timeout: limit(10_000) });
    return { first, second };
  });
  return Promise.all([first, second]);
}
