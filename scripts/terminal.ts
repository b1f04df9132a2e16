import { StartProblem } from './config.ts';
import { DatabaseProblem } from './postgres/server-processes.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** So often a step that takes long says that it goes on. */
const TICK_MS = 10_000;

/** Prints a line when a step starts, one for every ten seconds that it goes on, and one with its duration when it ends. */
export async function step<Result>(
  what: string,
  work: (log: (line: string) => void) => Promise<Result>,
  { everyMs = TICK_MS } = {},
): Promise<Result> {
  const began = performance.now();
  const log = (line: string) => console.log(`    ${line}`);
  console.log(`· ${what} …`);
  const ticking = setInterval(() => log(`still ${what[0]?.toLowerCase()}${what.slice(1)}, ${seconds(performance.now() - began)}`), everyMs);
  try {
    const result = await work(log);
    console.log(`  ${what}: ${seconds(performance.now() - began)}`);
    return result;
  } finally {
    clearInterval(ticking);
  }
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
