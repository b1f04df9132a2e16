import { setTimeout as sleep } from 'node:timers/promises';
import { ping, waitForDatabase } from '#db/outage';
import { pauseMs } from '../back-off.ts';
import { type JobsOptions, type Past, QueueRunner } from './queue-runner.ts';

interface RunningJobs {
  /** Resolves once it was stopped; rejects with errors that waiting cannot solve, such as a wrong password. */
  readonly ended: Promise<void>;
  /** Lets the jobs under way finish. */
  readonly stop: () => Promise<void>;
}

/**
 * Works through the queue until it is stopped, across every outage of the database. Whatever goes wrong between the runner and the
 * database ends that runner: finished jobs that it could not report are settled once the database answers, and a new runner starts. So
 * no job whose mail was sent is repeated, and none stays locked by a runner that does not know that it has taken it.
 */
export function runJobs(options: JobsOptions): RunningJobs {
  const stopping = new AbortController();
  const ended = keepRunning(options, stopping.signal);
  return {
    ended,
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

async function keepRunning(options: JobsOptions, stopping: AbortSignal): Promise<void> {
  const { db, watch } = options;
  const untilAnswered = () => waitForDatabase(() => ping(db), { watch, signal: stopping });
  const pause = (failures: number) => sleep(pauseMs(failures), undefined, { signal: stopping }).catch(ignore);
  let wasCutOff = false;
  const ended: string[] = [];
  /** Runners in a row that did no work. */
  let failures = 0;
  while (!stopping.aborted) {
    wasCutOff = (await untilAnswered()) > 0 || wasCutOff;
    if (stopping.aborted) return;
    const runner = await startRunner(options, { wasCutOff, ended: ended.slice(-MOST_ENDED) });
    failures += 1;
    if (runner) {
      const trouble = await runner.untilBroken(stopping);
      if (trouble !== null) watch.say('queue-runner-replaced', { reason: trouble });
      await runner.end(trouble === null);
      for (let tries = 0; !(await runner.settle()); tries++) {
        // A worker that is stopping does not wait for the database: its lease expires.
        if (stopping.aborted) return;
        await pause(tries);
        await untilAnswered();
      }
      wasCutOff = true;
      ended.push(runner.id);
      if (runner.hasWorked) failures = 0;
    }
    if (failures > 0) await pause(failures - 1);
  }
}

/** How many ended runners a new one knows of: the statements of earlier ones have ended by then. */
const MOST_ENDED = 10;

/** Null when it did not start, usually because the database was lost meanwhile. */
async function startRunner(options: JobsOptions, past: Past): Promise<QueueRunner | null> {
  try {
    return await QueueRunner.start(options, past);
  } catch (error) {
    options.watch.say('queue-runner-not-started', { error });
    return null;
  }
}

const ignore = () => {};
