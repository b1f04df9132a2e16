import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 32;
const TIMEOUT_SECONDS = 30;

/** Asks for one address as fast as it answers; every answer must be a 2xx. */
export function load(
  url: string,
  { seconds, headers = {} }: { seconds: number; headers?: Readonly<Record<string, string>> },
): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  return wrk(url, { connections: CONNECTIONS, seconds, options: named });
}

interface WrkGiven {
  readonly connections: number;
  readonly seconds: number;
  readonly options: readonly string[];
  /** Answers other than 2xx are no failure. */
  readonly anyStatus?: boolean;
}

/** One thread of wrk; what a script of its own prints is in `output`. */
export async function wrk(
  url: string,
  { connections, seconds, options, anyStatus = false }: WrkGiven,
): Promise<Load & { readonly output: string }> {
  // A late answer shows in the latencies; only a broken connection is an error.
  const common = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', `${TIMEOUT_SECONDS}s`, '--latency'];
  const { stdout } = await run('wrk', [...common, ...options, url]);
  const bad = (anyStatus ? /Socket errors: (.*)/ : /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/).exec(stdout);
  if (bad) throw new Error(`${url}: ${bad[0]}`);
  const requests = figure(stdout, /(\d+) requests in/);
  const requestsPerSecond = figure(stdout, /Requests\/sec:\s+([\d.]+)/);
  return {
    requests,
    seconds: requests / requestsPerSecond,
    requestsPerSecond,
    p50Ms: milliseconds(stdout, /50%\s+([\d.]+)(us|ms|s)/),
    p99Ms: milliseconds(stdout, /99%\s+([\d.]+)(us|ms|s)/),
    output: stdout,
  };
}

/** The load generator comes from the system's packages, because a slower one would flatter every ratio. */
export function ensureLoadGenerator() {
  if (spawnSync('wrk', ['-v']).error === undefined) return;
  if (process.getuid?.() === 0) spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'wrk'], { stdio: 'ignore' });
  if (spawnSync('wrk', ['-v']).error !== undefined) throw new Error('the benchmarks need wrk: install it with your package manager');
}

function figure(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`wrk printed no ${pattern.source}`);
  return Number(found);
}

function milliseconds(text: string, pattern: RegExp): number {
  const [, amount, unit] = pattern.exec(text) ?? [];
  return Number(amount) * (unit === 'us' ? 0.001 : unit === 's' ? 1000 : 1);
}
