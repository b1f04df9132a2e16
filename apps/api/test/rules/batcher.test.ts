import { expect, test } from 'vitest';
import { Batcher } from '../../src/db/batcher.ts';

/** A batch begins once everything that arrived in this turn of the event loop is in it. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A batcher whose batches wait to be let through, with what each of them was given. */
function gated(keyOf?: (request: string) => string, answerOf = (request: string): string | null => request.toUpperCase()) {
  const batches: (readonly string[])[] = [];
  const gates: (() => void)[] = [];
  const batcher = new Batcher<string, string>({
    ...(keyOf ? { keyOf } : {}),
    work: async (requests) => {
      batches.push(requests);
      await new Promise<void>((resolve) => gates.push(resolve));
      return requests.map(answerOf);
    },
  });
  /** Lets a batch through: the oldest in flight, or another one. */
  const open = async (index = 0) => {
    gates.splice(index, 1)[0]?.();
    await nextTurn();
  };
  return { batcher, batches, open };
}

test('a lone request does not wait; requests that arrive meanwhile form one batch in order of arrival', async () => {
  const { batcher, batches, open } = gated();
  const first = batcher.add('a');
  await nextTurn();
  const others = Promise.all([batcher.add('b'), batcher.add('c')]);
  expect(batches).toEqual([['a']]);
  await open();
  expect(batches).toEqual([['a'], ['b', 'c']]);
  await open();
  expect([await first, ...(await others)]).toEqual(['A', 'B', 'C']);
});

test('requests with equal keys never share a batch', async () => {
  const { batcher, batches, open } = gated((request) => request[0] ?? '');
  const all = Promise.all([batcher.add('a1'), batcher.add('a2'), batcher.add('b1')]);
  await nextTurn();
  expect(batches).toEqual([['a1', 'b1']]);
  await open();
  expect(batches).toEqual([['a1', 'b1'], ['a2']]);
  await open();
  expect(await all).toEqual(['A1', 'A2', 'B1']);
});

test('a request whose client has disconnected is dropped', async () => {
  const { batcher, batches, open } = gated();
  const first = batcher.add('a');
  await nextTurn();
  const gone = batcher.add('b', () => true);
  const stays = batcher.add('c', () => false);
  const refused = expect(gone).rejects.toMatchObject({ failure: 'busy' });
  await open();
  await open();
  await refused;
  expect(batches).toEqual([['a'], ['c']]);
  expect([await first, await stays]).toEqual(['A', 'C']);
});

test('a batch that fails rejects all its requests, and the next one works again', async () => {
  let fail = true;
  const batcher = new Batcher<string, string>({
    work: async (requests) => {
      if (fail) throw new Error('no connection');
      return [...requests];
    },
  });
  await expect(Promise.allSettled([batcher.add('a'), batcher.add('b')])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  fail = false;
  expect(await batcher.add('c')).toBe('c');
});

test('a request left to the next batch goes first in it', async () => {
  const batches: (readonly string[])[] = [];
  const batcher = new Batcher<string, string>({
    work: async (requests) => {
      batches.push(requests);
      return requests.map((request, index) => (batches.length === 1 && index === 1 ? null : request));
    },
  });
  expect(await Promise.all(['a', 'b', 'c'].map((request) => batcher.add(request)))).toEqual(['a', 'b', 'c']);
  expect(batches).toEqual([['a', 'b', 'c'], ['b']]);
});

test('a queue refuses more than a second of work', async () => {
  const { batcher } = gated();
  const outcomes: string[] = [];
  // A batch takes 10 ms until better known, and holds 256: a hundred of them are a second.
  for (let index = 0; index < 26_000; index++) {
    batcher.add('x').catch(({ failure }: { failure: string }) => outcomes.push(failure));
  }
  await nextTurn();
  expect(outcomes).toHaveLength(26_000 - 25_601);
  expect(new Set(outcomes)).toEqual(new Set(['busy']));
});

test('an unbounded queue refuses nothing, however long it is', async () => {
  const outcomes: string[] = [];
  const batcher = new Batcher<string, string>({ unbounded: true, work: () => new Promise(() => {}) });
  for (let index = 0; index < 26_000; index++) batcher.add('x').catch(({ failure }: { failure: string }) => outcomes.push(failure));
  await nextTurn();
  expect(outcomes).toEqual([]);
});

test('requests that arrive in one turn of the event loop are one batch, not the first one and the rest', async () => {
  const { batcher, batches, open } = gated();
  const first = batcher.add('a');
  // As between two requests that were read from their sockets one after the other.
  await Promise.resolve();
  const second = batcher.add('b');
  await nextTurn();
  expect(batches).toEqual([['a', 'b']]);
  await open();
  expect(await Promise.all([first, second])).toEqual(['A', 'B']);
});

const crowd = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`);

test('a crowd is answered by four batches at once: 32 requests are worth a second one, 64 a third, 96 a fourth; fewer wait for an end', async () => {
  const { batcher, batches, open } = gated();
  const all: Promise<string>[] = [];
  const arrive = async (letter: string, count: number) => {
    all.push(...crowd(letter, count).map((request) => batcher.add(request)));
    await nextTurn();
  };
  const sizes = () => batches.map(({ length }) => length);
  await arrive('a', 40);
  await arrive('b', 31);
  expect(sizes()).toEqual([40]);
  await arrive('c', 1);
  expect(sizes()).toEqual([40, 32]);
  await arrive('d', 63);
  expect(sizes()).toEqual([40, 32]);
  await arrive('e', 1);
  expect(sizes()).toEqual([40, 32, 64]);
  await arrive('f', 95);
  expect(sizes()).toEqual([40, 32, 64]);
  // Forty of them are left.
  await arrive('g', 9);
  expect(sizes()).toEqual([40, 32, 64, 64]);
  await open();
  await open();
  expect(sizes()).toEqual([40, 32, 64, 64]);
  await open();
  expect(sizes()).toEqual([40, 32, 64, 64, 40]);
  for (let batch = 0; batch < 2; batch++) await open();
  expect(await Promise.all(all)).toHaveLength(40 + 32 + 64 + 64 + 40);
});

test('a crowd that arrives at once is shared out: 64 to a batch, or a quarter of what waits, and never more than 256', async () => {
  const sizesOf = async (count: number) => {
    const { batcher, batches, open } = gated();
    const all = Promise.all(crowd('a', count).map((request) => batcher.add(request)));
    let isDone = false;
    void all.then(() => {
      isDone = true;
    });
    await nextTurn();
    const sizes = batches.map(({ length }) => length);
    while (!isDone) await open();
    expect(await all).toEqual(crowd('A', count));
    return sizes;
  };
  expect(await sizesOf(64)).toEqual([64]);
  expect(await sizesOf(95)).toEqual([64]);
  expect(await sizesOf(96)).toEqual([64, 32]);
  expect(await sizesOf(128)).toEqual([64, 64]);
  expect(await sizesOf(400)).toEqual([100, 75, 64, 64]);
  expect(await sizesOf(2000)).toEqual([256, 256, 256, 256]);
});

test('requests with equal keys are never in two batches at once either, and keep their order', async () => {
  const { batcher, batches, open } = gated((request) => request[0] ?? '');
  const first = Promise.all([batcher.add('a1'), batcher.add('b1')]);
  await nextTurn();
  const others = Array.from({ length: 41 }, (_, index) => String.fromCharCode(200 + index));
  const later = Promise.all(['a2', 'a3', ...others].map((request) => batcher.add(request)));
  await nextTurn();
  expect(batches[1]).toEqual(others);
  await open();
  // Too few for a batch beside the one in flight.
  expect(batches).toHaveLength(2);
  await open();
  expect(batches[2]).toEqual(['a2']);
  await open();
  expect(batches[3]).toEqual(['a3']);
  await open();
  await Promise.all([first, later]);
});

test('a batch that is left to the next one as a whole is not tried again before another one ends', async () => {
  let isDone = false;
  const { batcher, batches, open } = gated(undefined, (request) => (request.startsWith('b') && !isDone ? null : request));
  const first = batcher.add('a');
  await nextTurn();
  const others = Promise.all(crowd('b', 40).map((request) => batcher.add(request)));
  await nextTurn();
  await open(1);
  await nextTurn();
  expect(batches.map(({ length }) => length)).toEqual([1, 40]);
  isDone = true;
  await open();
  expect(batches.map(({ length }) => length)).toEqual([1, 40, 40]);
  await open();
  expect(await first).toBe('a');
  expect(await others).toHaveLength(40);
});
