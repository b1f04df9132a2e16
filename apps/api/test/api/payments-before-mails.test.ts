import { makeWorkerUtils, parseCrontab, runOnce } from 'graphile-worker';
import { afterAll, expect, test } from 'vitest';
import { crontab } from '../../src/crontab.ts';
import { freshDatabase } from '../database.ts';

const { ownerUrl, close } = await freshDatabase();
afterAll(close);

test('on the morning of a sale payments and refunds are looked after before the mails that wait', async () => {
  const utils = await makeWorkerUtils({ connectionString: ownerUrl });
  for (let mails = 0; mails < 3; mails += 1) await utils.addJob('send-tickets', {});
  const everyMinute = parseCrontab(crontab).filter(({ task }) => task === 'reconcile-payments' || task === 'send-refunds');
  for (const { task, options } of everyMinute) await utils.addJob(task, {}, { priority: options.priority ?? 0 });
  const done: string[] = [];
  const note = (task: string) => async () => void done.push(task);
  const taskList = Object.fromEntries(['send-tickets', 'reconcile-payments', 'send-refunds'].map((task) => [task, note(task)]));
  await runOnce({ connectionString: ownerUrl, taskList, concurrency: 1 });
  await utils.release();
  expect(done.slice(0, 2).sort()).toEqual(['reconcile-payments', 'send-refunds']);
  expect(done).toHaveLength(5);
});
