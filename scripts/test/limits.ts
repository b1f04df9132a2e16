import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The environment's name for how many times slower this machine is than the one on which limits were set; 1 without it. */
const NAME = 'SLOWNESS';
/** What `measureSlowness` takes there, with nothing else running. */
const USUAL_MS = 600;
/** A machine on which this is not enough is better not waited for. */
const MOST = 20;
/** About half a second of what tests do most: text that is made, read and compared. */
const WORK = `
  const rows = Array.from({ length: 2000 }, (_, id) => ({ id, name: 'row ' + id, seats: [id, id + 1] }));
  let length = 0;
  for (let round = 0; round < 600; round++) length += JSON.stringify(JSON.parse(JSON.stringify(rows))).length;
  if (length === 0) process.exit(1);
`;

/** Every limit of a test or a journey, in milliseconds: a guard against hanging, which grows with the machine's slowness and measures nothing. */
export const limit = (usualMs: number): number => Math.round(usualMs * slownessOf(process.env[NAME]));

/** How much a test counts to: the short form runs before a landing, the full size before a release (`npm run test:release`). */
export const sizeOf = ({ full, short }: { readonly full: number; readonly short: number }): number =>
  process.env.FULL_SIZE === 'on' ? full : short;

export function slownessOf(value: string | undefined): number {
  const slowness = Number(value);
  return slowness >= 1 ? Math.min(slowness, MOST) : 1;
}

/**
 * For the environment of tests; what the environment says already is the least. Takes about half a second on both cores: what runs beside
 * the tests slows this down as well.
 */
export async function measureSlowness(): Promise<Readonly<Record<string, string>>> {
  const began = performance.now();
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, workOnce));
  const measured = slownessOf(((performance.now() - began) / USUAL_MS).toFixed(1));
  const slowness = Math.max(measured, slownessOf(process.env[NAME]));
  return { [NAME]: String(slowness) };
}

const workOnce = () =>
  new Promise<void>((resolve, reject) => {
    const worker = spawn(process.execPath, ['-e', WORK], { stdio: 'ignore' });
    worker.once('error', reject);
    worker.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`the piece of work ended with ${code}`))));
  });
