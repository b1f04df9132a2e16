import { expect, test } from 'vitest';
import { BoundedWork } from '../../src/http/bounded-work.ts';

/** Work that ends when the test says so. */
function pieces(pool: BoundedWork) {
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const run = (id: number) =>
    pool.run(() => {
      started.push(id);
      return new Promise<number>((resolve) => finish.push(() => resolve(id)));
    });
  return { started, finish, run };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a fixed number of passwords is hashed at once, the next when one is done, in order of arrival', async () => {
  const { started, finish, run } = pieces(new BoundedWork({ atOnce: 2, waiting: 5 }));
  const all = [1, 2, 3, 4].map(run);
  await settled();
  expect(started).toEqual([1, 2]);
  finish[0]?.();
  await settled();
  expect(started).toEqual([1, 2, 3]);
  finish[1]?.();
  await settled();
  finish[2]?.();
  await settled();
  finish[3]?.();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

test('beyond the queue requests are refused with the seconds to wait', async () => {
  const { finish, run } = pieces(new BoundedWork({ atOnce: 1, waiting: 2 }));
  const first = [1, 2, 3].map(run);
  await settled();
  await expect(run(4)).rejects.toMatchObject({ failure: 'busy', data: { retryAfterSeconds: 1 } });
  for (let index = 0; index < 3; index += 1) {
    finish[index]?.();
    await settled();
  }
  expect(await Promise.all(first)).toEqual([1, 2, 3]);
});

test('failed work frees its slot', async () => {
  const pool = new BoundedWork({ atOnce: 1, waiting: 1 });
  await expect(pool.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await pool.run(async () => 'next')).toBe('next');
  expect(() => pool.reserve()).not.toThrow();
});

test('room can be reserved before the work is ready, by so many as there is room for', async () => {
  const pool = new BoundedWork({ atOnce: 1, waiting: 1 });
  const [first, second] = [pool.reserve(), pool.reserve()];
  expect(() => pool.reserve()).toThrow('busy');
  await expect(pool.run(async () => 'unannounced')).rejects.toThrow('busy');
  expect(await first.run(async () => 'first')).toBe('first');
  expect(await second.run(async () => 'second')).toBe('second');
  expect(() => [pool.reserve(), pool.reserve()]).not.toThrow();
});

test('room that was reserved and not used is given back, once', async () => {
  const pool = new BoundedWork({ atOnce: 1, waiting: 0 });
  const room = pool.reserve();
  room.release();
  room.release();
  const other = pool.reserve();
  expect(() => pool.reserve()).toThrow('busy');
  await other.run(async () => 'done');
  other.release();
  pool.reserve();
  expect(() => pool.reserve()).toThrow('busy');
});
