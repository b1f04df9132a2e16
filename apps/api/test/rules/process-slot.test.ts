import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProcessSlot, pauseMs } from '../../src/process-slot.ts';

test('a process that keeps dying is started later each time, and never given up', () => {
  expect([0, 1, 2, 5].map(pauseMs)).toEqual([250, 500, 1000, 8000]);
  expect(pauseMs(40)).toBe(15_000);
});

/** Processes that serve and die when they are told to. */
function aSlot() {
  const forked: { serve: () => void; die: () => void }[] = [];
  const fork = vi.spyOn(cluster, 'fork').mockImplementation(() => {
    let dead = false;
    const worker = Object.assign(new EventEmitter(), { isDead: () => dead, isConnected: () => !dead, send: () => true });
    const die = () => {
      dead = true;
      worker.emit('exit');
    };
    forked.push({ serve: () => worker.emit('listening'), die });
    return worker as unknown as Worker;
  });
  onTestFinished(() => fork.mockRestore());
  return { forked, slot: new ProcessSlot({ number: 1, say: () => {}, leaveWithinMs: 1000 }) };
}

test('a process that dies while it is being renewed has one heir, not two', async () => {
  const { forked, slot } = aSlot();
  const started = slot.start();
  forked[0]?.serve();
  await started;
  const renewed = slot.renew();
  forked[0]?.die();
  await sleep(pauseMs(0) + 100);
  forked[1]?.serve();
  await renewed;
  await sleep(100);
  expect(forked).toHaveLength(2);
});
