import { expect, test } from 'vitest';
import type { Db } from '../../src/db/connect.ts';
import { attemptReader } from '../../src/payments/index.ts';
import { type Sale, Sales } from '../../src/sale/pay/sell.ts';
import { isOpen, purchaseReader, requireOpen } from '../../src/sale/purchase.ts';
import { silent } from '../factories/watch.ts';

const never = () => new Promise<never>(() => {});
/** A database that does not answer. */
const unanswering = Object.assign(never, { begin: never }) as unknown as Db;
/** More than may wait where new requests are sent away. */
const CROWD = 30_000;

test.each<[string, () => (turn: number) => Promise<unknown>]>([
  [
    'reads a purchase',
    () => {
      const read = purchaseReader(unanswering);
      return (turn) => read(`purchase ${turn}`);
    },
  ],
  [
    'reads what its click has started',
    () => {
      const { ofClick } = attemptReader(unanswering);
      return (turn) => ofClick({ purchaseId: 'a purchase', key: `click ${turn}` });
    },
  ],
  [
    'reads what became of its payment',
    () => {
      const { latestOf } = attemptReader(unanswering);
      return (turn) => latestOf(`purchase ${turn}`);
    },
  ],
  [
    'has been charged',
    () => {
      const sales = new Sales(unanswering, silent, { areBilled: false });
      return (turn) => sales.sell({ purchase: { id: `purchase ${turn}`, holds: [] }, attempt: {} } as unknown as Sale);
    },
  ],
])('nobody who %s is sent away, however many wait: something was done already', async (_, make) => {
  const work = make();
  const sentAway: unknown[] = [];
  for (let turn = 0; turn < CROWD; turn++) work(turn).catch((refusal) => sentAway.push(refusal));
  await new Promise(setImmediate);
  expect(sentAway).toEqual([]);
});

test('a purchase can be changed and paid until its deadline, and not at that very moment', () => {
  const at = (nowMs: number) => ({ stage: 'open' as const, deadlineMs: 1000, nowMs });
  expect([999, 1000, 1001].map((nowMs) => isOpen(at(nowMs)))).toEqual([true, false, false]);
  expect(() => requireOpen(at(999))).not.toThrow();
  for (const nowMs of [1000, 1001])
    expect(() => requireOpen(at(nowMs))).toThrow(expect.objectContaining({ failure: 'purchase_over', data: { stage: 'expired' } }));
});

test.each(['paying', 'offered', 'paid', 'expired', 'cancelled'] as const)(
  'a purchase that is %s can neither be changed nor paid',
  (stage) => {
    const purchase = { stage, deadlineMs: 1000, nowMs: 0 };
    expect(isOpen(purchase)).toBe(false);
    const failure = stage === 'paying' ? { failure: 'purchase_paying' } : { failure: 'purchase_over', data: { stage } };
    expect(() => requireOpen(purchase)).toThrow(expect.objectContaining(failure));
  },
);
