import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ChildOptions {
  readonly name: string;
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logDirectory: string;
  readonly watch: boolean;
  /** Hears when the process keeps dying and is given up. */
  readonly onGivenUp: (sentence: string) => void;
}

export interface Child {
  readonly stop: () => Promise<void>;
}

const MOST_DEATHS = 3;
const LIVED_LONG_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
const TAIL_LINES = 8;

/**
 * Runs one of the product's processes. Its channel to us closes when we die, however we die, and then it ends too, so
 * that no port stays taken. When it dies itself it is started again, unless it keeps dying.
 */
export function startChild(options: ChildOptions): Child {
  let stopping = false;
  let deaths: number[] = [];
  let running = run();

  function run(): ChildProcess {
    const log = logOf(options);
    const child = spawn(process.execPath, [...(options.watch ? ['--watch'] : []), options.file], {
      env: options.environment,
      stdio: ['ignore', log.file, log.file, 'ipc'],
    });
    log.close();
    child.once('exit', () => void (stopping || revive(log)));
    return child;
  }

  async function revive(log: Log) {
    deaths = [...deaths.filter((at) => Date.now() - at < LIVED_LONG_MS), Date.now()];
    const tail = log.tail();
    if (deaths.length >= MOST_DEATHS) return options.onGivenUp(`${options.name} does not stay up:\n${tail}`);
    console.log(`${options.name} ended and is started again:\n${tail}`);
    await sleep(300 * deaths.length);
    if (!stopping) running = run();
  }

  return {
    stop: async () => {
      stopping = true;
      if (running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGTERM');
      const inTime = await Promise.race([ended.then(() => true), sleep(STOP_WITHIN_MS).then(() => false)]);
      if (!inTime) running.kill('SIGKILL');
      await ended;
    },
  };
}

interface Log {
  readonly file: number;
  readonly close: () => void;
  readonly tail: () => string;
}

function logOf({ name, logDirectory }: ChildOptions): Log {
  mkdirSync(logDirectory, { recursive: true });
  const path = join(logDirectory, `${name}.log`);
  const file = openSync(path, 'a', 0o600);
  const from = statSync(path).size;
  const written = () => readFileSync(path).subarray(from).toString('utf8').trimEnd();
  const tail = () =>
    written()
      .split('\n')
      .slice(-TAIL_LINES)
      .map((line) => `    ${line}`)
      .join('\n');
  return { file, close: () => closeSync(file), tail };
}
