import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SplitPart } from '../../src/payments/index.ts';
import { leftAtProvider, portionsOf } from '../../src/sale/staff/refund-portions.ts';

const part = (account: SplitPart['account'], amount: number, performanceId: number | null = null): SplitPart => ({
  account,
  performanceId,
  amount,
});
const minorUnits = fc.integer({ min: 0, max: 1_000_000 });
const sumOf = (parts: readonly SplitPart[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

test('what goes back is divided without losing or making a cent, for every reason, and each portion is what it says', () => {
  const parts = fc.record({
    amounts: fc.tuple(minorUnits, minorUnits, minorUnits, minorUnits),
    discount: fc.integer({ min: 0, max: 100 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(parts, ({ amounts: [tickets, service, delivery, financing], discount, share }) => {
      const all = [
        part('tickets', tickets, 7),
        part('service_charge', service, 7),
        part('discounts', 0 - Math.floor((tickets * discount) / 100), 7),
        part('delivery', delivery),
        part('financing', financing),
      ];
      const amount = Math.floor(sumOf(all) * share);
      const [first, second] = portionsOf(all, amount);
      expect([first.amount, second.amount]).toEqual([amount, sumOf(all) - amount]);
      for (const { account, amount: whole } of all) {
        const own = [first, second].map(({ parts }) => sumOf(parts.filter((each) => each.account === account)));
        expect(sumOf(own.map((each) => part(account, each)))).toBe(whole);
      }
      expect(second.parts.every((each) => each.amount > 0 && each.account !== 'discounts')).toBe(true);
    }),
  );
});

test('the cost of instalments goes back to the card, whose cost it is', () => {
  const [card, balance] = portionsOf([part('tickets', 100, 7), part('financing', 30)], 80);
  expect(card.parts).toEqual([part('financing', 30), part('tickets', 50, 7)]);
  expect(balance.parts).toEqual([part('tickets', 50, 7)]);
});

test('what went to the balance counts against what the balance had paid first', () => {
  const payment = { amount: 60, fromBalance: 40 };
  expect(leftAtProvider(payment, [])).toBe(60);
  expect(leftAtProvider(payment, [{ way: 'balance', amount: 40 }])).toBe(60);
  expect(leftAtProvider(payment, [{ way: 'balance', amount: 50 }])).toBe(50);
  expect(leftAtProvider(payment, [{ way: 'provider', amount: 60 }])).toBe(0);
  expect(leftAtProvider({ amount: 60, fromBalance: 0 }, [{ way: 'balance', amount: 20 }])).toBe(40);
});
