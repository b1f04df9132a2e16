import { expect, test } from 'vitest';
import { createPrepared } from '../src/prepared.ts';

/** Made one after the other; those whose turn is in `failing` cannot be made. */
function making({ failing = [] as readonly number[] } = {}) {
  let made = 0;
  let now = 0;
  const prepared = createPrepared(
    async () => {
      made++;
      if (failing.includes(made)) throw new Error('no line');
      return made;
    },
    1000,
    () => now,
  );
  return {
    ...prepared,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('a value made ahead of time is used once', async () => {
  const { prepare, take } = making();
  await prepare();
  await prepare();
  expect(await take()).toBe(1);
  expect(await take()).toBe(2);
});

test('a prepared value that is too old is made anew', async () => {
  const { prepare, take, pass } = making();
  await prepare();
  pass(1000);
  expect(await take()).toBe(2);
});

test('a failure ahead of time is not kept: `take` tries again', async () => {
  const { prepare, take } = making({ failing: [1] });
  await prepare().catch(() => undefined);
  expect(await take()).toBe(2);
});

test('`take` rejects when it cannot be made, and the next one tries again', async () => {
  const { take } = making({ failing: [1] });
  await expect(take()).rejects.toThrow('no line');
  expect(await take()).toBe(2);
});
