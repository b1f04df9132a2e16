import { expect, test } from 'vitest';
import { recent } from '../../src/http/recent.ts';

/** A clock that stands still until it is moved, and counts that take as long as the test sets. */
function aCounter({ freshMs = 1000 } = {}) {
  const state = { now: 0, takesMs: 0, made: 0, fails: false };
  const ask = recent(
    async () => {
      state.made += 1;
      state.now += state.takesMs;
      if (state.fails) throw new Error('no database');
      return state.made;
    },
    { freshMs, now: () => state.now },
  );
  return { state, ask };
}

test('twenty screens that ask at once cost one count', async () => {
  const { state, ask } = aCounter();
  expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(1));
  state.now = 999;
  expect(await ask()).toBe(1);
  state.now = 1000;
  expect(await ask()).toBe(2);
});

test('a slow count is cached longer, so that the database has time for other work', async () => {
  const { state, ask } = aCounter();
  state.takesMs = 300;
  await ask();
  state.now = 2999;
  expect(await ask()).toBe(1);
  state.now = 3000;
  expect(await ask()).toBe(2);
});

test('a failed count is not cached', async () => {
  const { state, ask } = aCounter();
  state.fails = true;
  await expect(ask()).rejects.toThrow('no database');
  state.fails = false;
  expect(await ask()).toBe(2);
});
