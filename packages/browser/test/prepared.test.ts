import { expect, test } from 'vitest';
import { createPrepared } from '../src/use-prepared.ts';

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

test('what was made ahead of time is what is taken, and it is taken once', async () => {
  const { prepare, take } = making();
  await prepare();
  await prepare();
  expect(await take()).toBe(1);
  expect(await take()).toBe(2);
});

test('what has become too old is made anew', async () => {
  const { prepare, take, pass } = making();
  await prepare();
  pass(1000);
  expect(await take()).toBe(2);
});

test('whoever lost the line while it was made ahead of time gets it once the line is back', async () => {
  const { prepare, take } = making({ failing: [1] });
  await prepare().catch(() => undefined);
  expect(await take()).toBe(2);
});

test('who takes what cannot be made hears of it, and may try again', async () => {
  const { take } = making({ failing: [1] });
  await expect(take()).rejects.toThrow('no line');
  expect(await take()).toBe(2);
});
