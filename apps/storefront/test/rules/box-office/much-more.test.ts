import type { CounterDrawer } from '@butaca/contract';
import { expect, test } from 'vitest';
import { inDrawer } from '../../../app/box-office/day/CashMoves.tsx';
import { isMuchMore } from '../../../app/box-office/sale/cash.ts';

test('more than ten times what is asked for is asked about; the largest note for the smallest ticket is not', () => {
  expect([null, 0, 9_400_000, 94_000_000].map((received) => isMuchMore(received, 9_400_000))).toEqual([false, false, false, false]);
  expect(isMuchMore(94_000_100, 9_400_000)).toBe(true);
});

test('a drawer has its float, its cash sales and what was put in, less what was given back and taken out', () => {
  const drawer = { float: 25_000, sales: 536_000, paidOut: 8000, cashIn: 20_000, cashOut: 10_000 } as CounterDrawer;
  expect(inDrawer(drawer)).toBe(563_000);
});
