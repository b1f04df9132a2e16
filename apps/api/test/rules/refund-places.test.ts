import { expect, test } from 'vitest';
import type { OrderTicketRow } from '../../src/orders/index.ts';
import { amountOf, ofAttempt, placesSoldAgain, type RefundPlan } from '../../src/sale/staff/write-refund.ts';
import type { SaleWorld } from '../../src/sale/world.ts';

const ticket = (performanceId: number, placeId: number) => ({ performanceId, placeId }) as OrderTicketRow;
const performance = (id: number, soldAgain: boolean | null, isOver = false) => ({
  ...{ id, soldAgain, isOver, isCancelled: isOver, obstacle: null },
});
const brand = (placesAreSoldAgain: boolean) => ({ placesAreSoldAgain }) as SaleWorld['refunds'];

test('the places of refunded tickets are sold again where their show, or else the brand, says so, of what can still be sold', () => {
  const tickets = [ticket(1, 10), ticket(2, 10), ticket(1, 11), ticket(3, 12), ticket(4, 13)];
  const performances = [
    performance(1, null),
    performance(2, true),
    performance(3, false),
    performance(4, true, true),
    // Of the order's other tickets, of which none is refunded.
    performance(5, true),
  ];
  expect([...placesSoldAgain(brand(true), tickets, performances)]).toEqual([
    [1, [10, 11]],
    [2, [10]],
  ]);
  expect([...placesSoldAgain(brand(false), tickets, performances)]).toEqual([[2, [10]]]);
  expect([...placesSoldAgain(brand(true), [], performances)]).toEqual([]);
});

test('all that goes back is what goes each way, and refunds are an attempt’s by its reference', () => {
  const portion = (amount: number) => ({ amount, parts: [] });
  const plan = (besideAmount: number | null) =>
    ({ portion: portion(700), beside: besideAmount === null ? null : { portion: portion(besideAmount) } }) as unknown as RefundPlan;
  expect([amountOf(plan(null)), amountOf(plan(50))]).toEqual([700, 750]);
  const refunds = [{ reference: 'one' }, { reference: 'two' }, { reference: 'one' }] as Parameters<typeof ofAttempt>[0];
  expect(ofAttempt(refunds, { reference: 'one' })).toEqual([refunds[0], refunds[2]]);
});
