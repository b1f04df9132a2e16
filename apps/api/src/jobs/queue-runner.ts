import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Db } from '#db/connect';
import { connectionsOfQueue } from '#db/connections';
import { isTransient, messageOf } from '#db/outage';
import { openQueuePool, type QueuePool } from '#db/queue-pool';
import { jobsInQueue, settleJobs } from '#db/worker-leases';
import type { Watch } from '#watch/watch';
import { keepLease } from './keep-lease.ts';

export interface JobsOptions {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly tasks: TaskList;
  readonly crontab: string;
  /** Jobs that run at the same time. */
  readonly concurrency: number;
  readonly watch: Watch;
}

/** State that a runner takes over from its predecessors. */
export interface Past {
  readonly wasCutOff: boolean;
  readonly ended: readonly string[];
}

/** A worker may be waiting to retry a statement; without connections it takes no more jobs. */
const WORKERS_STOP_WITHIN_MS = 10_000;
/** Longer than any job takes. */
const JOBS_END_WITHIN_MS = 120_000;
/** For the reports of the last jobs, which are settled if they do not arrive. */
const CLOSE_WITHIN_MS = 5000;
/** With more ids than this, those whose jobs have left the queue are dropped. */
const MANY_DONE = 1000;

/** One runner of graphile-worker, with connections of its own. */
export class QueueRunner {
  readonly #db: Db;
  readonly #watch: Watch;
  readonly #connections: QueuePool;
  /** Jobs whose work is done, until they are known to be out of the queue. */
  readonly #done = new Set<string>();
  hasWorked = false;
  #forgetting = false;
  readonly #trouble = Promise.withResolvers<string>();
  #isBroken = false;
  #isEnding = false;
  /** Workers of the pool that may still take a job, and jobs that are worked on. */
  #workers = 0;
  readonly #busy = new Set<string>();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #idle = Promise.withResolvers<void>();
  id = '';
  #runner: Runner | undefined;
  #lease: { readonly end: () => Promise<void> } | undefined;

  static async start(options: JobsOptions, past: Past): Promise<QueueRunner> {
    const runner = new QueueRunner(options);
    try {
      await runner.#start(options, past);
    } catch (error) {
      runner.#connections.end();
      throw error;
    }
    return runner;
  }

  private constructor({ db, databaseUrl, concurrency, watch }: JobsOptions) {
    this.#db = db;
    this.#watch = watch;
    this.#connections = openQueuePool(databaseUrl, connectionsOfQueue(concurrency));
  }

  async #start({ tasks, crontab, concurrency, watch }: JobsOptions, past: Past): Promise<void> {
    this.#runner = await run({
      pgPool: this.#connections.pool,
      concurrency,
      pollInterval: 2000,
      noHandleSignals: true,
      taskList: watched(tasks, watch),
      crontab,
      events: this.#listen(),
      // Without a delay each report is a promise without a handler, and a lost connection ends the process (graphile/worker#636:
      // neither way is one that fails tried again). With one, even of 0 ms, a lost report ends the runner, which is noticed.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // While a broken runner ends, it repeats messages that were logged already.
      logger: new Logger(() => (level, message) => {
        if (this.#isBroken || level === 'debug' || level === 'info' || OF_A_JOB.test(message)) return;
        watch.say('queue-warned', { sentence: message });
      }),
    });
    void this.#runner.promise.then(() => this.#breaks('it ended'));
    this.#lease = keepLease(this.#db, this.id, {
      ...past,
      unlocked: (gone) => watch.say('jobs-freed', { workers: gone.join(' ') }),
      failed: (error) => {
        if (!this.#isBroken) watch.say('lease-not-extended', { error });
      },
    });
  }

  #listen(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      this.id = workerPool.id;
    });
    events.on('worker:create', () => {
      this.#workers += 1;
    });
    events.on('worker:stop', () => {
      this.#workers -= 1;
      if (this.#workers === 0) this.#stopped.resolve();
    });
    events.on('job:start', ({ job }) => this.#busy.add(job.id));
    events.on('job:success', ({ job }) => {
      this.#done.add(job.id);
      this.hasWorked = true;
      const { jobs } = this.#watch.counts;
      jobs.add(jobs.keyOf({ task: job.task_identifier, outcome: 'done' }));
      if (this.#done.size >= MANY_DONE) void this.#forgetDone();
      this.#worked(job.id);
    });
    events.on('job:error', ({ job, error }) => {
      const { id: jobId, task_identifier: task, attempts: attempt } = job;
      const gaveUp = attempt >= job.max_attempts;
      this.#watch.say(gaveUp ? 'job-gave-up' : 'job-failed', { task, jobId, attempt, error });
      const { jobs } = this.#watch.counts;
      jobs.add(jobs.keyOf({ task, outcome: gaveUp ? 'gave_up' : 'failed' }));
      this.#worked(jobId);
    });
    // The statement that takes a job may have been committed all the same: then no runner works on that job.
    events.on('worker:getJob:error', ({ error }) => this.#breaks(messageOf(error)));
    events.on('pool:fatalError', ({ error }) => this.#breaks(messageOf(error)));
    return events;
  }

  #worked(jobId: string): void {
    this.#busy.delete(jobId);
    if (this.#isEnding && this.#busy.size === 0) this.#idle.resolve();
  }

  #breaks(reason: string): void {
    this.#isBroken = true;
    this.#trouble.resolve(reason);
  }

  async #forgetDone(): Promise<void> {
    if (this.#forgetting) return;
    this.#forgetting = true;
    const ids = [...this.#done];
    const inQueue = await jobsInQueue(this.#db, ids).catch(() => new Set(ids));
    for (const id of ids) if (!inQueue.has(id)) this.#done.delete(id);
    this.#forgetting = false;
  }

  /** Resolves with the reason to replace the runner; null when it was stopped first. */
  untilBroken(stopping: AbortSignal): Promise<string | null> {
    const left = new Promise<null>((resolve) => {
      if (stopping.aborted) resolve(null);
      else stopping.addEventListener('abort', () => resolve(null), { once: true });
    });
    return Promise.race([this.#trouble.promise, left]);
  }

  /** Takes no more jobs and waits for those under way. Throws when one does not end. */
  async end(inOrder: boolean): Promise<void> {
    const stopped = this.#runner?.stop().catch(ignore);
    if (!inOrder) this.#connections.abandon();
    await within(WORKERS_STOP_WITHIN_MS, this.#stopped.promise);
    this.#isEnding = true;
    if (this.#busy.size > 0 && !(await within(JOBS_END_WITHIN_MS, this.#idle.promise))) throw new Error('a job did not end in time');
    await this.#lease?.end();
    if (!inOrder) return;
    await within(CLOSE_WITHIN_MS, stopped);
    this.#connections.end();
  }

  /** Settles its remaining jobs; false when the database does not answer. */
  async settle(): Promise<boolean> {
    try {
      await settleJobs(this.#db, this.id, [...this.#done]);
      return true;
    } catch (error) {
      if (isTransient(error)) return false;
      throw error;
    }
  }
}

/** What the queue says of a single job, which its event says better. */
const OF_A_JOB = /^(Failed|Completed) task /;

/** The same tasks, each of whose runs is timed, and traced where that is on. */
const watched = (tasks: TaskList, { counts: { jobSeconds }, spans }: Watch): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (...given: Parameters<NonNullable<typeof task>>) => {
        const startedAt = performance.now();
        try {
          const run = async () => task?.(...given);
          return await (spans ? spans.run(`job ${name}`, { 'butaca.job_id': String(given[1].job.id) }, run, { links: [] }) : run());
        } finally {
          jobSeconds.of(name).observe((performance.now() - startedAt) / 1000);
        }
      },
    ]),
  );

/** Whether it settles in time. */
async function within(ms: number, promise: Promise<unknown> | undefined): Promise<boolean> {
  const late = new AbortController();
  try {
    return await Promise.race([Promise.resolve(promise).then(() => true), sleep(ms, false, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}

const ignore = () => {};
