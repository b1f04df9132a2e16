import { expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../src/db/connect.ts';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework } from '../../src/http/framework.ts';
import { mountHealth } from '../../src/http/health.ts';
import { silent } from '../factories/watch.ts';

function aProcess(database: () => Promise<unknown>) {
  const app = createFramework({ watch: silent, trustedProxies: 0, publicOrigin: 'http://localhost', fastLane: new FastLane(() => {}) });
  mountHealth(app, { db: database as unknown as Db });
  onTestFinished(() => app.close());
  return app;
}

test.each([
  ['commits', () => Promise.resolve([{ commits: true }]), 200, 'ready'],
  ['is a standby', () => Promise.resolve([{ commits: false }]), 503, 'standby'],
  ['refuses', () => Promise.reject(new Error('connection refused')), 503, 'no database'],
  ['says nothing at all', () => new Promise(() => {}), 503, 'no database'],
])('a process whose database %s says within seconds whether it is ready', async (_, database, status, word) => {
  const answer = await aProcess(database).inject({ url: '/readyz' });
  expect([answer.statusCode, answer.json()]).toEqual([status, { status: word }]);
});

test('whoever asks while a question is open shares its answer, and the next one is asked anew', async () => {
  const questions: PromiseWithResolvers<unknown>[] = [];
  const app = aProcess(() => {
    questions.push(Promise.withResolvers());
    return (questions.at(-1) as PromiseWithResolvers<unknown>).promise;
  });
  const crowd = Array.from({ length: 50 }, () => app.inject({ url: '/readyz' }));
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  questions[0]?.resolve([{ commits: true }]);
  for (const { statusCode } of await Promise.all(crowd)) expect(statusCode).toBe(200);
  const later = app.inject({ url: '/readyz' });
  await vi.waitFor(() => expect(questions).toHaveLength(2));
  questions[1]?.reject(new Error('it is gone'));
  expect((await later).statusCode).toBe(503);
});
