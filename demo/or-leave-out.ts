import { Refusal } from '@butaca/contract';
import { isUndone } from '../apps/api/src/db/connect.ts';

/**
 * Does a part of the loading, which is one transaction. A part that the database or the sale refuses, because of what people made of
 * the demo, is logged and left out: the product starts without it, and the next start tries again. A lost connection ends the start.
 */
export async function orLeaveOut<Result>(
  part: string,
  log: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) && !isUndone(error)) throw error;
    log(`left out: ${part} (${(error as Error).message})`);
    return undefined;
  }
}
