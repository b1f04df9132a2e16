import { expect, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import type { Db, Tx } from '../../src/db/connect.ts';
import { waitingForLocks } from '../database.ts';

/** Runs steps that all wait for what `hold` has locked, or for one another, in their order. */
export async function inOrder<Answers extends readonly unknown[]>(
  db: Db,
  hold: (tx: Tx) => PromiseLike<unknown>,
  steps: { readonly [Step in keyof Answers]: () => Promise<Answers[Step]> },
): Promise<Answers> {
  const { running } = await db.begin(async (tx) => {
    await hold(tx);
    const running: Promise<unknown>[] = [];
    for (const step of steps) {
      running.push(step());
      await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(running.length), { timeout: limit(10_000) });
    }
    return { running };
  });
  return (await Promise.all(running)) as unknown as Answers;
}
