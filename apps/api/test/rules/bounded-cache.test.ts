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
