import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pauseMs } from '../../src/back-off.ts';
import { ProcessSlot, SERVING } from '../../src/processes/process-slot.ts';
import { silent } from '../factories/watch.ts';

test('a process that keeps dying is restarted later each time, without a limit', () => {
  expect([0, 1, 2, 5].map(pauseMs)).toEqual([250, 500, 1000, 8000]);
  expect(pauseMs(40)).toBe(15_000);
});

/** Processes that serve and die when the test says so. */
function aSlot() {
  const started: { serve: () => void; die: () => void }[] = [];
  const run = () => {
    const child = Object.assign(new EventEmitter(), { pid: 1, connected: true, send: () => true });
    const die = () => {
      child.connected = false;
      child.emit('exit');
    };
    started.push({ serve: () => child.emit('message', SERVING), die });
    return child as unknown as ChildProcess;
  };
  return { started, slot: new ProcessSlot({ number: 1, run, watch: silent, stopWithinMs: 1000 }) };
}

test('a process that dies while it is being replaced gets one successor, not two', async () => {
  const { started, slot } = aSlot();
  const serving = slot.start();
  started[0]?.serve();
  await serving;
  const renewed = slot.renew();
  started[0]?.die();
  await sleep(pauseMs(0) + 100);
  started[1]?.serve();
  await renewed;
  await sleep(100);
  expect(started).toHaveLength(2);
});
