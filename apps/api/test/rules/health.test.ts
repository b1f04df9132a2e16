import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../src/db/connect.ts';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework } from '../../src/http/framework.ts';
import { mountHealth } from '../../src/http/health.ts';
import { silent } from '../factories/watch.ts';

test.each([
  ['answers', () => Promise.resolve([]), 200, 'ready'],
  ['refuses', () => Promise.reject(new Error('connection refused')), 503, 'no database'],
  ['says nothing at all', () => new Promise(() => {}), 503, 'no database'],
])('a process whose database %s says within seconds whether it is ready', async (_, database, status, word) => {
  const app = createFramework({ watch: silent, trustedProxies: 0, publicOrigin: 'http://localhost', fastLane: new FastLane(() => {}) });
  mountHealth(app, { db: database as unknown as Db });
  onTestFinished(() => app.close());
  const answer = await app.inject({ url: '/readyz' });
  expect([answer.statusCode, answer.json()]).toEqual([status, { status: word }]);
});
