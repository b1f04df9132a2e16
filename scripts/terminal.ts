import { StartProblem } from './config.ts';
import { DatabaseProblem } from './postgres/server-processes.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Prints a line when a step starts and one with its duration when it ends. */
export async function step<Result>(what: string, work: (log: (line: string) => void) => Promise<Result>): Promise<Result> {
  const began = performance.now();
  console.log(`· ${what} …`);
  const result = await work((line) => console.log(`    ${line}`));
  console.log(`  ${what}: ${seconds(performance.now() - began)}`);
  return result;
}

/** One line for a known problem; for an unknown one its message, never a stack. */
export function sentenceOf(error: unknown, failed = 'the start failed'): string {
  if (error instanceof StartProblem || error instanceof DatabaseProblem) return error.message;
  const { code, message, path } = error as NodeJS.ErrnoException;
  const place = path === undefined ? '' : ` (${path})`;
  if (code === 'ENOSPC' || /No space left on device/.test(message)) return `the disk is full${place}`;
  if (code === 'EACCES' || code === 'EROFS') return `${failed}: no permission to write${place}`;
  return `${failed}: ${message.split('\n')[0]}`;
}
