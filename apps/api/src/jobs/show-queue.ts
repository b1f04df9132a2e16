import type { Db } from '#db/connect';
import { type QueuedTask, readQueue } from '#db/queue-state';
import { recent } from '#http/recent';
import { Reading } from '#watch/numbers';
import type { Watch } from '#watch/watch';

/** The metrics of one scrape share a reading of the queue. */
const FRESH_MS = 1000;

interface QueueWorld {
  readonly db: Db;
  readonly watch: Watch;
  /** All tasks, which are shown at 0 when none of their jobs waits. */
  readonly tasks: readonly string[];
  /** Those that send mail. */
  readonly mails: readonly string[];
}

/** Shows what waits in the queue; asked of one worker, for the queue is everybody's. */
export function showQueue({ db, watch, tasks, mails }: QueueWorld): void {
  const read = recent(async () => await readQueue(db), { freshMs: FRESH_MS });
  const byTask = (name: string, help: string, factOf: (task: QueuedTask) => number) => {
    const values = async () => {
      const rows = new Map((await read()).map((row) => [row.task, row]));
      return [...new Set([...tasks, ...rows.keys()])].map((task) => {
        const row = rows.get(task);
        return { value: row ? factOf(row) : 0, labels: { task } };
      });
    };
    watch.show(new Reading(name, help, 'gauge', values));
  };
  byTask('butaca_jobs_waiting', 'Jobs that will be worked on', ({ waiting }) => waiting);
  byTask('butaca_jobs_given_up', 'Jobs in the queue that have failed for the last time', ({ givenUp }) => givenUp);
  byTask('butaca_job_lag_seconds', 'How long the first job that could run has not been taken', ({ lagSeconds }) => lagSeconds);
  byTask('butaca_job_oldest_seconds', 'How long the oldest waiting job has been in the queue', ({ oldestSeconds }) => oldestSeconds);
  const waitingMails = async () => {
    const waiting = (await read()).reduce((sum, row) => sum + (mails.includes(row.task) ? row.waiting : 0), 0);
    return [{ value: waiting, labels: {} }];
  };
  watch.show(new Reading('butaca_mails_waiting', 'Mails that were not sent yet', 'gauge', waitingMails));
}
