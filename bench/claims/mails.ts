import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurement } from '../report.ts';
import type { Stage } from './stage.ts';

const MEASURED_SECONDS = 10;

/** Tickets on their way to their buyers after the sale: PDF, calendar and mail, by one worker. */
export async function measureMails({ db }: Stage): Promise<Measurement> {
  const waiting = async () =>
    (await db<{ count: number }[]>`select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'send-tickets'`)[0]
      ?.count ?? 0;
  const before = await waiting();
  const startedAt = performance.now();
  await sleep(MEASURED_SECONDS * 1000);
  const left = await waiting();
  if (left === 0) throw new Error('the mails were sent before they could be timed');
  const perSecond = ((before - left) / (performance.now() - startedAt)) * 1000;
  return {
    what: 'mails with tickets as PDF and calendar, one worker, nobody buying',
    baseline: '',
    ours: `${perSecond.toFixed(0)} /s`,
    ratio: null,
    budget: '',
    met: true,
  };
}
