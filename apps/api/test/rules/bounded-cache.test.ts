import { expect, test } from 'vitest';
import { BoundedCache } from '../../src/http/bounded-cache.ts';

function cacheAt(start = 0, mostEntries = 3) {
  const world = { now: start };
  return { world, cache: new BoundedCache<string>({ mostEntries, freshMs: 1000, staleMs: 5000, now: () => world.now }) };
}

test('however many ask at once, a page is made once', async () => {
  const { cache } = cacheAt();
  let made = 0;
  const make = async () => `page ${++made}`;
  const pages = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', make)));
  expect(new Set(pages)).toEqual(new Set(['page 1']));
});

test('a fresh page is served as it is, an old one at once while the next is made', async () => {
  const { world, cache } = cacheAt();
  let made = 0;
  const make = async () => `page ${++made}`;
  await cache.get('/', make);
  world.now = 999;
  expect(await cache.get('/', make)).toBe('page 1');
  world.now = 1000;
  expect(await cache.get('/', make)).toBe('page 1');
  await Promise.resolve();
  expect(await cache.get('/', make)).toBe('page 2');
});

test('a page older than stale is never served', async () => {
  const { world, cache } = cacheAt();
  await cache.get('/', async () => 'old');
  world.now = 5000;
  expect(await cache.get('/', async () => 'new')).toBe('new');
});

test('a page that failed to render leaves nothing behind and is rendered again', async () => {
  const { cache } = cacheAt();
  await expect(
    cache.get('/', async () => {
      throw new Error('database away');
    }),
  ).rejects.toThrow('database away');
  expect(await cache.get('/', async () => 'page')).toBe('page');
});

test('while the next page cannot be rendered, the stale one is still served', async () => {
  const { world, cache } = cacheAt();
  await cache.get('/', async () => 'page');
  world.now = 2000;
  const failing = async () => {
    throw new Error('database away');
  };
  expect(await cache.get('/', failing)).toBe('page');
  expect(await cache.get('/', failing)).toBe('page');
});

test('a result not worth keeping is made each time', async () => {
  const { cache } = cacheAt();
  let made = 0;
  const make = async () => `fault ${++made}`;
  await cache.get('/', make, () => false);
  expect(await cache.get('/', make, () => false)).toBe('fault 2');
});

test('the least recently used page is evicted', async () => {
  const { cache } = cacheAt(0, 2);
  let made = 0;
  const make = async () => `${++made}`;
  await cache.get('a', make);
  await cache.get('b', make);
  await cache.get('a', make);
  await cache.get('c', make);
  expect(await cache.get('a', make)).toBe('1');
  expect(await cache.get('b', make)).toBe('4');
});

test('peeking returns fresh entries only', async () => {
  const { world, cache } = cacheAt();
  expect(cache.peek('/')).toBeUndefined();
  await cache.get('/', async () => 'page');
  world.now = 999;
  expect(cache.peek('/')).toBe('page');
  world.now = 1000;
  expect(cache.peek('/')).toBeUndefined();
});

test('after a change of the source an entry is made anew, and the old one is used while that takes, for so long at most', async () => {
  const { world, cache } = cacheAt();
  await cache.get('/', async () => 'old');
  await cache.get('/other', async () => 'old');
  cache.expire(100);
  expect(cache.peek('/')).toBeUndefined();
  expect(await cache.get('/', async () => 'new')).toBe('old');
  await Promise.resolve();
  expect(await cache.get('/', async () => 'newer')).toBe('new');
  world.now = 100;
  expect(cache.has('/other')).toBe(false);
  expect(await cache.get('/other', async () => 'new')).toBe('new');
});

test('a second change does not let the first one wait longer', async () => {
  const { world, cache } = cacheAt();
  await cache.get('/', async () => 'old');
  cache.expire(100);
  world.now = 60;
  cache.expire(100);
  world.now = 100;
  expect(await cache.get('/', async () => 'new')).toBe('new');
});

test('what was begun before a change is neither kept nor given to who asks after it', async () => {
  const { cache } = cacheAt();
  let finish = (_: string) => {};
  const slow = cache.get('/', () => new Promise<string>((resolve) => (finish = resolve)));
  cache.expire(100);
  const next = cache.get('/', async () => 'new');
  expect(await next).toBe('new');
  finish('old');
  expect(await slow).toBe('old');
  expect(await cache.get('/', async () => 'newer')).toBe('new');
});
