import type { Db, Tx } from '#db/connect';
import { ImportProblem } from './problem.ts';
import { lockImports } from './queries.ts';

/** One import at a time, so that what it looked up is still true when it writes; whatever it throws undoes it. */
export function alone<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.begin(async (tx) => {
    await lockImports(tx);
    return work(tx);
  }) as Promise<Result>;
}

/** A database constraint that the file violates becomes a problem of the file, like any other. */
export async function orRefuse<Result>(file: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const {
      code,
      constraint_name: rule,
      detail,
      message,
    } = error as { code?: unknown; constraint_name?: string; detail?: string; message?: string };
    if (typeof code !== 'string' || !/^2[23]/.test(code)) throw error;
    throw new ImportProblem(file, [{ at: '', reason: `the database refuses it: ${detail ?? message ?? ''}${rule ? ` (${rule})` : ''}` }]);
  }
}
