import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, type FSWatcher, mkdirSync, openSync, readFileSync, statSync, watch } from 'node:fs';
import type { BoundSocket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseMs } from '../apps/api/src/back-off.ts';
import { compileCache } from './config.ts';
import { watchLog } from './log-watch.ts';

export interface ChildOptions {
  readonly name: string;
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logDirectory: string;
  /** Folders whose changes start it anew; none outside development. */
  readonly sources: readonly string[];
  /** What it accepts connections from; held here, so that they wait while it is started again. */
  readonly socket?: BoundSocket | null;
  /** While the product starts, a process that ends is a reason to give up; later it is started again, however often it ends. */
  readonly mayRestart: () => boolean;
  /** Called when the process ended for good. */
  readonly onGivenUp: (sentence: string) => void;
  /** Before it is started again after so many deaths in a row, in milliseconds. */
  readonly pause?: ((deaths: number) => number) | undefined;
}

export interface Child {
  /** The pid of the running process; undefined while there is none. */
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
}

/** A process that ran this long did not fail at start. */
const SETTLED_MS = 60_000;
/** Longer than the server waits for a charge under way and the worker for a mail. */
const STOP_WITHIN_MS = 70_000;
/** A developer who has just changed a source waits for the process. */
const RELOAD_WITHIN_MS = 10_000;
const TAIL_LINES = 8;
/** Behind the three usual ones and the channel. */
const SOCKET_FD = 4;

/**
 * Three times what the api is allowed to take. On a machine with much memory V8's own bound is so far away that the heap grows to four
 * times what is in use before it is collected; below this one, to twice. The bound also makes V8's young generation small (semi-spaces
 * of 8 MB), so that under load a sixth of the time goes to collecting it; with 32 MB a tenth does. Pretenuring would undo that: in a
 * burst, requests outlive two collections, and from then on V8 makes every object of a request in the old generation, for good, where
 * only a collection of the whole heap finds it. Left alone V8 collects it whenever it has grown by a tenth, every eight seconds of a sale,
 * and claims wait twice as long meanwhile; by half, once in fifty. Processes that a child forks have all of them too.
 */
const MODEST_HEAP = [
  '--max-old-space-size=1024',
  '--max-semi-space-size=32',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=50',
];

/**
 * Runs one of the product's processes. Its channel to us closes when we die, however we die, and then it ends too, so
 * that no port stays taken. When it dies itself it is started again, later each time up to a cap, and never given up: the
 * cause, such as an unreachable database, may be gone a minute later.
 */
export function startChild(options: ChildOptions): Child {
  const { name, pause = pauseMs } = options;
  const stopWithinMs = options.sources.length > 0 ? RELOAD_WITHIN_MS : STOP_WITHIN_MS;
  let stopping = false;
  let deaths = 0;
  let startedAt = 0;
  let lastTail: string | undefined;
  /** Those that we ended ourselves. */
  const ended = new WeakSet<ChildProcess>();
  let turn = Promise.resolve();
  let running = run();

  function run(): ChildProcess {
    startedAt = Date.now();
    const log = openLog(options);
    const { socket } = options;
    // A group of its own: Ctrl-C reaches us alone, and we stop the processes in order.
    const child = spawn(process.execPath, [...MODEST_HEAP, options.file], {
      env: { ...compileCache, ...options.environment, ...(socket && { LISTEN_FD: String(SOCKET_FD) }) },
      stdio: ['ignore', log.file, log.file, 'ipc', ...(socket ? [socket.fd()] : [])],
      detached: true,
    });
    closeSync(log.file);
    const stopWatching = watchLog(log.path, { from: log.from, name });
    const over = () => {
      stopWatching();
      if (!stopping && !ended.has(child)) void revive(tailOf(log));
    };
    child.once('exit', over);
    // One that the system refuses to start, for want of memory, has an error and no exit.
    child.on('error', () => child.pid === undefined && over());
    return child;
  }

  /** A change during a restart waits for the restart to finish. */
  function startAnew() {
    turn = turn.then(async () => {
      if (stopping) return;
      ended.add(running);
      await end(running, stopWithinMs);
      if (!stopping) running = run();
    });
  }

  async function revive(tail: string): Promise<void> {
    if (!options.mayRestart()) return options.onGivenUp(`the ${name} process did not start:\n${tail}`);
    if (options.sources.length > 0) return console.log(`the ${name} process ended and waits for the next change:\n${tail}`);
    if (Date.now() - startedAt > SETTLED_MS) deaths = 0;
    const isRepeated = deaths > 0 && tail === lastTail;
    lastTail = tail;
    console.log(`the ${name} process ended and is started again${isRepeated ? ', as before' : `:\n${tail}`}`);
    await sleep(pause(deaths++));
    if (stopping) return;
    try {
      running = run();
    } catch (error) {
      // Such as a full disk, on which no log can be opened.
      await revive(`    ${(error as Error).message}`);
    }
  }

  const stopLooking = watchSources(options.sources, startAnew);
  return {
    pid: () => (running.exitCode === null && running.signalCode === null ? running.pid : undefined),
    stop: async () => {
      stopping = true;
      stopLooking();
      await turn;
      await end(running, stopWithinMs);
    },
  };
}

async function end(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const tooLate = setTimeout(() => child.kill('SIGKILL'), withinMs);
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

/** Editors write a file several times. */
const SOURCES_QUIET_MS = 150;

/** Calls once for every burst of changes to the sources in these folders; returns what ends that. */
function watchSources(folders: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const changed = (_: string, name: string | null) => {
    if (!name || !/\.(ts|json|sql|md)$/.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SOURCES_QUIET_MS);
  };
  const watchers: FSWatcher[] = folders.map((folder) => watch(folder, { recursive: true }, changed));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
