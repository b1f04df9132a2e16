import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchLog } from './log-watch.ts';
import { watchSources } from './watch.ts';

export interface ChildOptions {
  readonly name: string;
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logDirectory: string;
  /** Folders whose changes start it anew; none outside development. */
  readonly sources: readonly string[];
  /** While the product starts, a process that ends is a reason to give up; later it is started again. */
  readonly mayRestart: () => boolean;
  /** Hears when the process ended for good. */
  readonly onGivenUp: (sentence: string) => void;
}

export interface Child {
  /** Of the process that runs now; undefined while none does. */
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
}

const MOST_DEATHS = 5;
const COUNTED_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const STOP_WITHIN_MS = 10_000;
const TAIL_LINES = 8;

/**
 * Runs one of the product's processes. Its channel to us closes when we die, however we die, and then it ends too, so
 * that no port stays taken. When it dies itself it is started again, later each time, unless it keeps dying.
 */
export function startChild(options: ChildOptions): Child {
  const { name } = options;
  let stopping = false;
  let deaths: number[] = [];
  /** Those that we ended ourselves. */
  const ended = new WeakSet<ChildProcess>();
  let turn = Promise.resolve();
  let running = run();

  function run(): ChildProcess {
    const log = openLog(options);
    // A group of its own: Ctrl-C reaches us alone, and we stop the processes in order.
    const child = spawn(process.execPath, [options.file], {
      env: options.environment,
      stdio: ['ignore', log.file, log.file, 'ipc'],
      detached: true,
    });
    closeSync(log.file);
    const stopWatching = watchLog(log.path, { from: log.from, name });
    child.once('exit', () => {
      stopWatching();
      if (!stopping && !ended.has(child)) void revive(tailOf(log));
    });
    return child;
  }

  /** A change that comes while another is being followed waits its turn. */
  function startAnew() {
    turn = turn.then(async () => {
      if (stopping) return;
      ended.add(running);
      await end(running);
      if (!stopping) running = run();
    });
  }

  async function revive(tail: string) {
    deaths = [...deaths.filter((at) => Date.now() - at < COUNTED_MS), Date.now()];
    if (!options.mayRestart()) return options.onGivenUp(`the ${name} process did not start:\n${tail}`);
    if (options.sources.length > 0) return console.log(`the ${name} process ended and waits for the next change:\n${tail}`);
    if (deaths.length >= MOST_DEATHS) return options.onGivenUp(`the ${name} process does not stay up:\n${tail}`);
    console.log(`the ${name} process ended and is started again:\n${tail}`);
    await sleep(FIRST_PAUSE_MS * 2 ** (deaths.length - 1));
    if (!stopping) running = run();
  }

  const stopLooking = watchSources(options.sources, startAnew);
  return {
    pid: () => (running.exitCode === null && running.signalCode === null ? running.pid : undefined),
    stop: async () => {
      stopping = true;
      stopLooking();
      await turn;
      await end(running);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const tooLate = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(tooLate);
}

interface Log {
  readonly path: string;
  readonly file: number;
  /** Where this run's lines begin. */
  readonly from: number;
}

function openLog({ name, logDirectory }: ChildOptions): Log {
  mkdirSync(logDirectory, { recursive: true });
  const path = join(logDirectory, `${name}.log`);
  const file = openSync(path, 'a', 0o600);
  return { path, file, from: statSync(path).size };
}

/** The last lines of a run, without the places in the code. */
function tailOf({ path, from }: Log): string {
  const lines = readFileSync(path).subarray(from).toString('utf8').trimEnd().split('\n');
  const said = lines.filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line)).slice(-TAIL_LINES);
  return [...said, `(log: ${path})`].map((line) => `    ${line}`).join('\n');
}
