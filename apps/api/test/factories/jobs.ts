import { Logger, runOnce, type TaskList } from 'graphile-worker';
import { expect, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import type { Db } from '../../src/db/connect.ts';

const quiet = new Logger(() => () => {});

/** Runs the worker until no job is left and each job's result is written. */
export async function workOnce({ db, url }: { readonly db: Db; readonly url: string }, taskList: TaskList): Promise<void> {
  await runOnce({ connectionString: url, noHandleSignals: true, taskList, logger: quiet });
  // It returns before the result of its last job is written.
  await vi.waitFor(async () => expect(await db`select 1 from graphile_worker.jobs where locked_at is not null`).toHaveLength(0), {
    timeout: limit(20_000),
    interval: 5,
  });
}
