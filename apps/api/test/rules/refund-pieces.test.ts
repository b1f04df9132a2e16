import { expect, test } from 'vitest';
import type { OrderTicketRow } from '../../src/orders/index.ts';
import type { AttemptRow, RefundRow } from '../../src/payments/index.ts';
import { presentRefund } from '../../src/sale/staff/office-order.ts';
import { partsLeft } from '../../src/sale/staff/taken-back.ts';
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
  const refunds = [{ reference: 'one' }, { reference: 'two' }, { reference: 'one' }] as unknown as RefundRow[];
  expect(ofAttempt(refunds, { reference: 'one' })).toEqual([refunds[0], refunds[2]]);
});

test('what is left of what two cards paid is told by reason, and nothing of what is all back', () => {
  const tickets = (performanceId: number, amount: number) => ({ account: 'tickets' as const, performanceId, amount });
  const delivery = (amount: number) => ({ account: 'delivery' as const, performanceId: null, amount });
  const cards = [
    [tickets(1, 700), delivery(50)],
    [tickets(1, 300), tickets(2, 200)],
  ].map((split) => ({ split })) as unknown as AttemptRow[];
  const earlier = [{ parts: [tickets(1, 400), tickets(2, 150)] }, { parts: [tickets(2, 50), delivery(49)] }];
  expect(partsLeft(cards, earlier)).toEqual([tickets(1, 600), delivery(1)]);
  expect(partsLeft(cards, [])).toEqual([tickets(1, 1000), delivery(50), tickets(2, 200)]);
});

test('a refund is shown with what it has, and with nothing of what it has not', () => {
  const startedAt = Temporal.Instant.from('2026-11-23T03:00:00Z');
  const plain = { id: 'r', way: 'provider', amount: 700, reason: 'Lo pidió', tries: 2 } as const;
  const row: RefundRow = {
    ...plain,
    ...{ purchaseId: 'p', reference: 'one', cashAmount: 0, currency: 'ARS', parts: [], tickets: [], covered: 0, isForNoTicket: false },
    ...{ isUndone: false, isClosed: false, state: 'returning', startedAt, doneAt: null, trouble: null },
  };
  expect(presentRefund(row)).toEqual({ ...plain, ticketCount: 0, isDone: false, startedAt: startedAt.epochMilliseconds });
  const doneAt = startedAt.add({ minutes: 1 });
  const all = { covered: 1, isForNoTicket: true, isUndone: true, isClosed: true };
  expect(presentRefund({ ...row, ...all, tickets: [{ performanceId: 1, id: 't' }], state: 'done', doneAt, trouble: 'http 500' })).toEqual({
    ...{ ...plain, ...all, ticketCount: 1, isDone: true, startedAt: startedAt.epochMilliseconds, doneAt: doneAt.epochMilliseconds },
    trouble: 'http 500',
  });
});
