import { expect, test } from 'vitest';
import { drawnOrder } from '../src/index.ts';

/** The same seeds in every run: a test of chance that never fails by chance. */
const seeds = (count: number) => Array.from({ length: count }, (_, index) => (index + 1).toString(16).padStart(64, '0'));

/** How many standard deviations the counts are further from equal ones than chance has it; a normal value for many cells. */
function unevenness(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const degrees = counts.length - 1;
  // Wilson and Hilferty: the cube root of a chi-square over its degrees is nearly normal, also for few cells.
  const spread = 2 / (9 * degrees);
  return (Math.cbrt(chiSquare / degrees) - (1 - spread)) / Math.sqrt(spread);
}
/** Rooms whose orders can all be counted. */
const SMALL = [2, 3, 4, 5, 6];
/** A fair draw is further off once in a thousand times. */
const MOST = 3.1;

function memoised<T>(make: (count: number) => T): (count: number) => T {
  const made = new Map<number, T>();
  return (count) => {
    const value = made.get(count) ?? make(count);
    made.set(count, value);
    return value;
  };
}

function tally(cells: number, cellsOf: readonly number[]): number[] {
  const counts = new Array<number>(cells).fill(0);
  for (const cell of cellsOf) counts[cell] = (counts[cell] ?? 0) + 1;
  return counts;
}

const orderOf = (seed: string, count: number) => {
  const order = drawnOrder(seed, 'general', count);
  return Array.from({ length: count }, (_, number) => order(number));
};
const ordersOf = memoised((count: number) =>
  seeds(Math.max(1500, SMALL.includes(count) ? factorial(count) * 5 : 0)).map((seed) => orderOf(seed, count)),
);

/** The rank of an order among all orders of so many. */
function rankOf(order: readonly number[]): number {
  return order.reduce((rank, position, index) => {
    const smallerLater = order.slice(index + 1).filter((later) => later < position).length;
    return rank * (order.length - index) + smallerLater;
  });
}
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

test.each(SMALL)('in a room of %i, every order is about equally likely', (count) => {
  expect(unevenness(tally(factorial(count), ordersOf(count).map(rankOf)))).toBeLessThan(MOST);
});

test.each([...SMALL, 7, 8])('in a room of %i, everybody has every position about equally often', (count) => {
  for (let number = 0; number < count; number++) {
    const positions = ordersOf(count).map((order) => order[number] ?? -1);
    expect(unevenness(tally(count, positions))).toBeLessThan(MOST);
  }
});

test.each([7, 8, 16])('in a room of %i, no two people follow each other more often than others', (count) => {
  const pairs = ordersOf(count).map(([first = 0, second = 0]) => first * (count - 1) + (second > first ? second - 1 : second));
  expect(unevenness(tally(count * (count - 1), pairs))).toBeLessThan(MOST);
});

test.each([100, 1000, 4096, 10_000])('in a room of %i, the hour of arrival says nothing about the position', (count) => {
  const tenth = (value: number) => Math.floor((value * 10) / count);
  const cells = seeds(Math.ceil(20_000 / count)).flatMap((seed) =>
    orderOf(seed, count).map((position, number) => tenth(number) * 10 + tenth(position)),
  );
  expect(unevenness(tally(100, cells))).toBeLessThan(MOST);
});

test('sixteen rounds leave no order of up to four people further from its fair share than one in ten thousand', () => {
  for (const count of [2, 3, 4]) {
    const shares = [...exactShares(count).values()].map((share) => share * factorial(count));
    expect(shares).toHaveLength(factorial(count));
    expect(Math.max(...shares.map((share) => Math.abs(share - 1)))).toBeLessThan(1e-4);
  }
});

test('in rooms that fill their domain, even and odd orders are equally likely', () => {
  const isOdd = (order: readonly number[]) =>
    order.flatMap((position, index) => order.slice(index + 1).filter((later) => later < position)).length % 2 === 1;
  const orders = ordersOf(16);
  const odd = orders.filter(isOdd).length;
  expect(Math.abs(odd - orders.length / 2)).toBeLessThan((MOST * Math.sqrt(orders.length)) / 2);
});

/** Counted over all results that the round functions of a domain of four can have, each taken as equally likely; without the coin. */
function exactShares(count: number): ReadonlyMap<string, number> {
  const roundFunctions = [0, 1].flatMap((ofZero) => [0, 1].map((ofOne) => [ofZero, ofOne]));
  const rounds = roundFunctions.map((result) => [0, 1, 2, 3].map((value) => (value & 1) * 2 + ((value >> 1) ^ (result[value & 1] ?? 0))));
  let shares = new Map([['0123', 1]]);
  for (let round = 0; round < 16; round++) {
    const next = new Map<string, number>();
    for (const [before, share] of shares)
      for (const permuted of rounds) {
        const after = [...before].map((value) => permuted[Number(value)]).join('');
        next.set(after, (next.get(after) ?? 0) + share / rounds.length);
      }
    shares = next;
  }
  const orders = new Map<string, number>();
  for (const [permutation, share] of shares) {
    const walk = (value: number): number =>
      Number(permutation[value]) < count ? Number(permutation[value]) : walk(Number(permutation[value]));
    const order = Array.from({ length: count }, (_, number) => walk(number)).join('');
    orders.set(order, (orders.get(order) ?? 0) + share);
  }
  return orders;
}
