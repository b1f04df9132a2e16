import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PricedPurchase } from '../../src/sale/queries-purchases.ts';
import { type PartsRequest, refundParts } from '../../src/sale/staff/refund-parts.ts';

const all = { ticketPercent: 100, serviceCharge: true, antiFraudQr: true, delivery: true };
const none: ReadonlySet<number> = new Set();

/** Tickets of these face values for one performance, each with a service charge of a tenth and an anti-fraud QR of 50.000. */
function aPurchase(faces: readonly number[], { delivery = 0, discounts = 0, financing = 0 } = {}): PricedPurchase {
  const tickets = faces.map((face, placeId) => {
    const service = Math.round(face / 1000) * 100;
    const components = [
      { kind: 'ticket' as const, amount: face, net: face, taxRate: 0 },
      { kind: 'service' as const, amount: service, net: service, taxRate: 0 },
      { kind: 'anti_fraud_qr' as const, amount: 50_000, net: 50_000, taxRate: 0 },
    ];
    const final = face + service + 50_000;
    const label = { sectorId: 1, sectorName: 'Platea', priceTypeId: 1, priceTypeName: 'General' };
    return { ...label, performanceId: 7, placeId, quote: { components, face, charges: final - face, final, net: final } };
  });
  const final = tickets.reduce((sum, { quote }) => sum + quote.final, 0);
  return {
    tickets,
    totals: { delivery, products: 0, discounts, financing, total: final + delivery + discounts + financing } as PricedPurchase['totals'],
  };
}

const amountOf = (request: Omit<PartsRequest, 'displayUnit'>) =>
  refundParts({ ...request, displayUnit: 100 }).reduce((sum, { amount }) => sum + amount, 0);

test('by a rule, part of the face value goes back, and the charges that the brand returns', () => {
  const priced = aPurchase([1_000_000], { delivery: 30_000 });
  const wanted = { priced, tickets: priced.tickets, isLast: true, cancelled: none, before: [] };
  expect(amountOf({ ...wanted, rules: all })).toBe(priced.totals.total);
  expect(amountOf({ ...wanted, rules: { ...all, ticketPercent: 80 } })).toBe(priced.totals.total - 200_000);
  expect(amountOf({ ...wanted, rules: { ...all, serviceCharge: false } })).toBe(priced.totals.total - 100_000);
  expect(amountOf({ ...wanted, rules: { ...all, antiFraudQr: false } })).toBe(priced.totals.total - 50_000);
  expect(amountOf({ ...wanted, rules: { ...all, delivery: false } })).toBe(priced.totals.total - 30_000);
  const strict = { ticketPercent: 0, serviceCharge: false, antiFraudQr: false, delivery: false };
  expect(amountOf({ ...wanted, rules: strict })).toBe(0);
  expect(amountOf({ ...wanted, rules: strict, cancelled: new Set([7]) })).toBe(priced.totals.total);
});

test('delivery goes back with the last ticket alone', () => {
  const priced = aPurchase([1_000_000, 1_000_000], { delivery: 30_000 });
  const [first, second] = priced.tickets.map((ticket) => [ticket]);
  expect(amountOf({ priced, tickets: first ?? [], isLast: false, cancelled: none, before: [], rules: all })).toBe(1_150_000);
  expect(amountOf({ priced, tickets: second ?? [], isLast: true, cancelled: none, before: [], rules: all })).toBe(1_180_000);
});

test('delivery that was spent stays so, unless all that is refunded was cancelled', () => {
  const priced = aPurchase([1_000_000], { delivery: 30_000 });
  const wanted = { priced, tickets: priced.tickets, isLast: true, cancelled: none, before: [], rules: all };
  expect(amountOf({ ...wanted, isOnItsWay: true })).toBe(1_150_000);
  expect(amountOf({ ...wanted, isOnItsWay: true, cancelled: new Set([7]) })).toBe(1_180_000);
  expect(amountOf({ ...wanted, isOnItsWay: true, cancelled: new Set([8]) })).toBe(1_150_000);
});

test('products go back with the last ticket, or without any, but for what their buyer keeps', () => {
  const { tickets, totals } = aPurchase([1_000_000], { delivery: 30_000 });
  const priced = { tickets, totals: { ...totals, products: 40_000 } };
  const wanted = { priced, tickets, cancelled: none, before: [], rules: { ...all, delivery: false } };
  expect(amountOf({ ...wanted, isLast: false })).toBe(1_150_000);
  expect(amountOf({ ...wanted, isLast: true })).toBe(1_190_000);
  expect(amountOf({ ...wanted, isLast: true, productsKept: 15_000 })).toBe(1_175_000);
  expect(amountOf({ ...wanted, isLast: true, rules: { ...all, ticketPercent: 50, delivery: false } })).toBe(690_000);
  const withoutTickets = { priced: { tickets: [], totals: priced.totals }, tickets: [], isLast: true, cancelled: none, before: [] };
  expect(amountOf({ ...withoutTickets, rules: all })).toBe(70_000);
  expect(amountOf({ ...withoutTickets, rules: { ...all, delivery: false } })).toBe(40_000);
});

test('of two evenings the one that was cancelled goes back whole, the other by the rule', () => {
  const both = aPurchase([1_000_000, 600_000], { delivery: 30_000 });
  const [friday, saturday] = both.tickets.map((ticket, index) => ({ ...ticket, performanceId: 7 + index }));
  if (!friday || !saturday) throw new Error('two tickets');
  const priced = { ...both, tickets: [friday, saturday] };
  const rules = { ticketPercent: 80, serviceCharge: false, antiFraudQr: false, delivery: false };
  const cancelled = new Set([8]);
  const partsOf = (tickets: (typeof friday)[], isLast: boolean) =>
    refundParts({ priced, tickets, isLast, cancelled, before: [], rules, displayUnit: 100 });
  expect(partsOf([friday, saturday], true)).toEqual([
    { account: 'tickets', performanceId: 7, amount: 800_000 },
    { account: 'tickets', performanceId: 8, amount: 600_000 },
    { account: 'service_charge', performanceId: 8, amount: 60_000 },
    { account: 'anti_fraud_qr', performanceId: 8, amount: 50_000 },
  ]);
  expect(partsOf([saturday], true)).toContainEqual({ account: 'delivery', performanceId: null, amount: 30_000 });
  expect(partsOf([saturday], false)).not.toContainEqual(expect.objectContaining({ account: 'delivery' }));
});

test('in whatever order tickets are refunded, all of them bring back exactly what was paid, discount and delivery included', () => {
  const wanted = fc.record({
    faces: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 8 }),
    discountPercent: fc.integer({ min: 0, max: 60 }),
    delivery: fc.integer({ min: 0, max: 500 }),
    cut: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(wanted, ({ faces, discountPercent, delivery, cut }) => {
      const inCents = faces.map((face) => face * 100);
      const discounts = -Math.floor((inCents.reduce((sum, face) => sum + face, 0) * discountPercent) / 10_000) * 100;
      const priced = aPurchase(inCents, { delivery: delivery * 100, discounts });
      const before: ReturnType<typeof refundParts> = [];
      for (let at = 0; at < priced.tickets.length; at += cut) {
        const tickets = priced.tickets.slice(at, at + cut);
        const isLast = at + cut >= priced.tickets.length;
        before.push(...refundParts({ priced, tickets, isLast, cancelled: none, before, rules: all, displayUnit: 100 }));
      }
      expect(before.reduce((sum, { amount }) => sum + amount, 0)).toBe(priced.totals.total);
      for (const { amount } of before) expect(Math.abs(amount % 100)).toBe(0);
    }),
    { seed: 40, numRuns: 300 },
  );
});

test('of tickets that a promotion reduced exactly what was paid goes back, and by a rule never more than its part of it', () => {
  const ticket = fc.record({ face: fc.integer({ min: 1, max: 90_000 }), off: fc.integer({ min: 0, max: 100 }) });
  const wanted = fc.record({ given: fc.array(ticket, { minLength: 1, maxLength: 8 }), percent: fc.integer({ min: 0, max: 100 }) });
  fc.assert(
    fc.property(wanted, ({ given, percent }) => {
      const whole = aPurchase(given.map(({ face }) => face * 100));
      const tickets = whole.tickets.map((each, index) => {
        const discount = Math.floor(((given[index]?.face ?? 0) * (given[index]?.off ?? 0)) / 100) * 100;
        const components = [...each.quote.components, { kind: 'discount' as const, amount: -discount, net: -discount, taxRate: 0 }];
        return { ...each, quote: { ...each.quote, components, final: each.quote.final - discount } };
      });
      const discounts = tickets.reduce((sum, { quote }) => sum + (quote.components.at(-1)?.amount ?? 0), 0);
      const priced = { tickets, totals: { ...whole.totals, discounts, total: whole.totals.total + discounts } };
      const before: ReturnType<typeof refundParts> = [];
      for (const [at, each] of tickets.entries())
        before.push(
          ...refundParts({
            priced,
            tickets: [each],
            isLast: at === tickets.length - 1,
            cancelled: none,
            before,
            rules: all,
            displayUnit: 100,
          }),
        );
      expect(before.reduce((sum, { amount }) => sum + amount, 0)).toBe(priced.totals.total);
      expect(before.every(({ performanceId }) => performanceId === 7)).toBe(true);
      const strict = { ticketPercent: percent, serviceCharge: false, antiFraudQr: false, delivery: false };
      for (const each of tickets) {
        const paid = each.quote.face + (each.quote.components.at(-1)?.amount ?? 0);
        const back = amountOf({ priced, tickets: [each], isLast: false, cancelled: none, before: [], rules: strict });
        expect(Math.abs(back - (paid * percent) / 100)).toBeLessThanOrEqual(50);
        expect(back).toBeLessThanOrEqual(paid);
      }
    }),
    { seed: 50, numRuns: 300 },
  );
});

test('what a promotion took off a ticket and what it took off the purchase go back apart, each by the rule, to the unit', () => {
  const both = aPurchase([1_000_000, 500_000], { discounts: -500_001 });
  const [one, two] = both.tickets;
  if (!one || !two) throw new Error('two tickets');
  const off = { kind: 'discount' as const, amount: -200_000, net: -200_000, taxRate: 0 };
  const first: typeof one = {
    ...one,
    quote: { ...one.quote, components: [...one.quote.components, off], final: one.quote.final - 200_000 },
  };
  const second: typeof one = { ...two, performanceId: 8 };
  const priced = { ...both, tickets: [first, second], totals: { ...both.totals, total: both.totals.total } };
  const of = (tickets: (typeof one)[], more: Partial<PartsRequest> = {}) =>
    refundParts({ priced, tickets, isLast: false, cancelled: none, before: [], rules: all, displayUnit: 1, ...more });
  const charges = (performanceId: number, service: number) => [
    { account: 'service_charge', performanceId, amount: service },
    { account: 'anti_fraud_qr', performanceId, amount: 50_000 },
  ];
  const byRule = { rules: { ...all, ticketPercent: 80 } };
  // Of the 300.001 off the whole 200.000,67 are this ticket's.
  const back = [
    { account: 'discounts', performanceId: 7, amount: -160_000 },
    { account: 'tickets', performanceId: 7, amount: 800_000 },
    ...charges(7, 100_000),
    { account: 'discounts', performanceId: null, amount: -160_001 },
  ];
  expect(of([first], byRule)).toEqual(back);
  const rest = (amount: number) => [
    { account: 'tickets', performanceId: 8, amount: 500_000 },
    ...charges(8, 50_000),
    { account: 'discounts', performanceId: null, amount },
  ];
  expect(of([second])).toEqual(rest(-100_000));
  // The last one brings what is left of it, and nothing of any other discount or of what else went back for no performance.
  const before = [...back, { account: 'delivery' as const, performanceId: null, amount: 700 }] as PartsRequest['before'];
  expect(of([second], { isLast: true, before })).toEqual(rest(-140_000));
  expect(of([first, second], { isLast: true, ...byRule })).toEqual(
    [
      ...back.slice(0, -1),
      { account: 'tickets', performanceId: 8, amount: 400_000 },
      ...charges(8, 50_000),
      { account: 'discounts', performanceId: null, amount: -240_001 },
    ].toSorted((a, b) => Number(a.performanceId === null) - Number(b.performanceId === null)),
  );
  const cancelled = of([first], { cancelled: new Set([7]), ...byRule });
  expect(cancelled).toEqual([
    { account: 'discounts', performanceId: 7, amount: -200_000 },
    { account: 'tickets', performanceId: 7, amount: 1_000_000 },
    ...charges(7, 100_000),
    { account: 'discounts', performanceId: null, amount: -200_001 },
  ]);
});

test('of tickets that cost nothing but a charge the charge goes back, and no discount', () => {
  const priced = aPurchase([0, 0]);
  const tickets = priced.tickets.slice(0, 1);
  expect(refundParts({ priced, tickets, isLast: false, cancelled: none, before: [], rules: all, displayUnit: 1 })).toEqual([
    { account: 'anti_fraud_qr', performanceId: 7, amount: 50_000 },
  ]);
});

test('the cost of instalments goes back in proportion to the price, to the cent', () => {
  const priced = aPurchase([1_000_000, 1_000_000], { financing: 100_001 });
  const [first = [], second = []] = priced.tickets.map((ticket) => [ticket]);
  const returned = refundParts({ priced, tickets: first, isLast: false, cancelled: none, before: [], rules: all, displayUnit: 100 });
  expect(returned).toContainEqual({ account: 'financing', performanceId: null, amount: 50_001 });
  const rest = refundParts({ priced, tickets: second, isLast: true, cancelled: none, before: returned, rules: all, displayUnit: 100 });
  expect(rest).toContainEqual({ account: 'financing', performanceId: null, amount: 50_000 });
  const halved = { ...all, ticketPercent: 50, serviceCharge: false, antiFraudQr: false };
  const half = refundParts({ priced, tickets: priced.tickets, isLast: true, cancelled: none, before: [], rules: halved, displayUnit: 100 });
  // A million of the 2.300.000 that the price was.
  expect(half).toContainEqual({ account: 'financing', performanceId: null, amount: 43_479 });
});

test('in whatever order tickets are refunded, the parts of the instalments’ cost are never negative and come to the whole', () => {
  const wanted = fc.record({
    faces: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 8 }),
    financing: fc.integer({ min: 1, max: 5_000_000 }),
    cut: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(wanted, ({ faces, financing, cut }) => {
      const priced = aPurchase(
        faces.map((face) => face * 100),
        { financing, delivery: 700 },
      );
      const before: ReturnType<typeof refundParts> = [];
      for (let at = 0; at < priced.tickets.length; at += cut) {
        const tickets = priced.tickets.slice(at, at + cut);
        const isLast = at + cut >= priced.tickets.length;
        before.push(...refundParts({ priced, tickets, isLast, cancelled: none, before, rules: all, displayUnit: 100 }));
      }
      const shares = before.filter(({ account }) => account === 'financing').map(({ amount }) => amount);
      expect(shares.every((amount) => amount >= 0)).toBe(true);
      expect(shares.reduce((sum, amount) => sum + amount, 0)).toBe(financing);
      expect(before.reduce((sum, { amount }) => sum + amount, 0)).toBe(priced.totals.total);
    }),
    { seed: 44, numRuns: 300 },
  );
});
