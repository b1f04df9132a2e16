import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { claimPort } from '../../ports.ts';

test('of two copies that are started at once for one port the second is told, and another port is free for it', async () => {
  // No port is bound here.
  const port = randomInt(40_000, 60_000);
  const [first, second] = await Promise.all([claimPort(port), claimPort(port)]);
  const [told, held] = typeof first === 'string' ? [first, second] : [second, first];
  expect(told).toBe(`port ${port} is taken: choose another, for example PORT=${port + 1} npm start`);
  const beside = await claimPort(port + 1);
  if (typeof held === 'string' || typeof beside === 'string') throw new Error('neither has the port');
  await held.release();
  const again = await claimPort(port);
  if (typeof again === 'string') throw new Error(again);
  await Promise.all([again.release(), beside.release()]);
});
