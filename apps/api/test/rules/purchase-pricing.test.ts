import { compileVenueMap } from '@butaca/venue-map';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProductForSale } from '../../src/catalogue/index.ts';
import { type ChargeRule, quote } from '../../src/catalogue/pricing.ts';
import type { Promotion } from '../../src/catalogue/sale.ts';
import type { Stock } from '../../src/sale/index.ts';
import { splitOf } from '../../src/sale/pay/charge.ts';
import { type CardTerms, pricePurchase } from '../../src/sale/price-purchase.ts';
import type { PurchaseRow } from '../../src/sale/queries-purchases.ts';

const rate = fc.constantFrom(0, 1050, 2100);
const amount = fc.integer({ min: 0, max: 100_000_000 });
const charge: fc.Arbitrary<ChargeRule> = fc.record({
  kind: fc.constantFrom('service', 'anti_fraud_qr'),
  percent: fc.integer({ min: 0, max: 5000 }),
  fixed: fc.integer({ min: 0, max: 1_000_000 }),
  taxRate: rate,
});
const types = fc.array(fc.record({ faceValue: amount, taxRate: rate }), { minLength: 1, maxLength: 3 });

/** A performance with price levels, each with price types, and held places: of which level each is, and which type was chosen. */
const performance = fc.record({
  levels: fc.array(types, { minLength: 1, maxLength: 3 }),
  charges: fc.record({ online: fc.array(charge, { maxLength: 2 }), box_office: fc.array(charge, { maxLength: 2 }) }),
  places: fc.array(fc.record({ level: fc.nat(), type: fc.nat() }), { minLength: 1, maxLength: 10 }),
});
type Performance = typeof performance extends fc.Arbitrary<infer P> ? P : never;

const purchase = fc.record({
  performances: fc.array(performance, { maxLength: 3 }),
  channel: fc.constantFrom('online', 'box_office'),
  products: fc.array(fc.record({ faceValue: amount, taxRate: rate, quantity: fc.integer({ min: 1, max: 5 }) }), { maxLength: 3 }),
  delivery: fc.option(fc.record({ faceValue: amount, taxRate: rate })),
  displayUnit: fc.constantFrom(1, 10, 100),
});
type Given = typeof purchase extends fc.Arbitrary<infer P> ? P : never;

const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
const typeId = (performanceId: number, level: number, type: number) => performanceId * 100 + level * 10 + type;

/** Ten places without numbers: where they are is no matter of their price. */
const map = compileVenueMap({
  schema: 'venue-map/1',
  name: 'Sala',
  size: { width: 10, height: 10 },
  focal: { x: 5, y: 0 },
  categories: [{ id: 'campo', name: 'Campo' }],
  sections: [
    {
      id: 'A',
      label: 'Campo',
      kind: 'standing',
      capacity: 10,
      category: 'campo',
      outline: [
        { x: 0, y: 0 },
        { x: 9, y: 0 },
        { x: 9, y: 9 },
      ],
    },
  ],
});

function stockOf({ levels, charges, places }: Performance, performanceId: number, promotions: readonly Promotion[] = []): Stock {
  const priced = levels.map((ofLevel, level) => ({
    types: ofLevel.map((type, index) => ({ ...type, id: typeId(performanceId, level, index), name: `Tarifa ${index}` })),
  }));
  return {
    sale: { performanceId, charges, promotions },
    venue: { map },
    sectorOf: () => ({ id: 1, name: 'Platea' }),
    levelOf: (placeId: number) => at(priced, places[placeId]?.level ?? 0),
  } as unknown as Stock;
}

function holdOf({ levels, places }: Performance, performanceId: number) {
  return {
    performanceId,
    placeIds: places.map((_, placeId) => placeId),
    priceTypeIds: places.map(({ level, type }) => typeId(performanceId, level % levels.length, type % at(levels, level).length)),
  };
}

interface Reductions {
  readonly promotions: readonly Promotion[];
  readonly mixes: boolean;
  readonly card: CardTerms | null;
}

/** What every reader asks of a price: the screen, the charge and the ledger. */
async function priced(
  { performances, channel, products, delivery, displayUnit }: Given,
  { promotions, mixes, card }: Reductions = { promotions: [], mixes: false, card: null },
  inOrder = <T>(list: readonly T[]): readonly T[] => list,
) {
  const holds = performances
    .map((one, index) => holdOf(one, index + 1))
    .map((hold) => ({ ...hold, placeIds: inOrder(hold.placeIds), priceTypeIds: inOrder(hold.priceTypeIds) }));
  const stocks = new Map(performances.map((one, index) => [index + 1, stockOf(one, index + 1, promotions)]));
  const { final, net } = quote(delivery ? [{ ...delivery, charges: [], quantity: 1 }] : [], displayUnit);
  const chosen = products.map(({ quantity }, index) => ({ performanceId: 1, productId: 1, variantId: index, quantity, withOrder: true }));
  const row = {
    ...{ holds, channel, deliveryTypeId: delivery ? 1 : null, priced: null },
    products: chosen.length > 0 ? chosen : null,
  } as unknown as PurchaseRow;
  const prices = {
    displayUnit,
    mixesPromotions: mixes,
    languages: { language: 'es', languages: ['es'] } as const,
    stockOf: async (performanceId: number) => stocks.get(performanceId) ?? null,
    deliveries: {
      priceOf: async (id: number | null) =>
        id === null ? { amount: 0, net: 0, taxRate: 0 } : { amount: final, net, taxRate: delivery?.taxRate ?? 0 },
    },
    products: {
      find: async (variantId: number) => {
        const { faceValue: price, taxRate } = products[variantId] as (typeof products)[number];
        const product = { name: 'Remera', handover: 'with_order' };
        return { product, variant: { name: null, price, taxRate } } as unknown as ProductForSale;
      },
    },
  };
  const price = await pricePurchase(row, prices, card);
  const bought = quote(
    products.map((product) => ({ ...product, charges: [] })),
    displayUnit,
  );
  return { ...price, split: splitOf(price), delivered: { final, net }, bought, holds };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

describe('what a whole purchase costs', () => {
  test('is the sum of its tickets’ components, its products and its delivery, on the screen as in the ledger (CO-023)', async () => {
    await fc.assert(
      fc.asyncProperty(purchase, async (given) => {
        const { tickets, totals, split, delivered, bought } = await priced(given);
        const components = tickets.flatMap(({ quote: { components } }) => components);
        expect(totals.total).toBe(sum(components.map(({ amount }) => amount)) + bought.final + delivered.final);
        expect(totals.net).toBe(sum(components.map(({ net }) => net)) + bought.net + delivered.net);
        expect(totals.total).toBe(sum(split.map(({ amount }) => amount)));
        const { total, net: _, financing = 0, ...reasons } = totals;
        expect(financing).toBe(0);
        expect(total).toBe(sum(Object.values(reasons)));
        for (const shown of [total, totals.net, ...Object.values(reasons)])
          expect(Number.isSafeInteger(shown) && shown % given.displayUnit === 0).toBe(true);
      }),
    );
  });

  test('is booked reason by reason: each reason what the screen says, each performance what its own tickets cost', async () => {
    await fc.assert(
      fc.asyncProperty(purchase, async (given) => {
        const { tickets, totals, split, holds } = await priced(given);
        const booked = (account: string) => sum(split.filter((part) => part.account === account).map(({ amount }) => amount));
        expect([booked('tickets'), booked('service_charge'), booked('anti_fraud_qr'), booked('delivery'), booked('products')]).toEqual([
          totals.tickets,
          totals.serviceCharge,
          totals.antiFraudQr,
          totals.delivery,
          totals.products,
        ]);
        for (const { performanceId } of holds) {
          const finals = tickets.filter((ticket) => ticket.performanceId === performanceId).map(({ quote: { final } }) => final);
          expect(sum(split.filter((part) => part.performanceId === performanceId).map(({ amount }) => amount))).toBe(sum(finals));
        }
        // One line for each reason and performance, and none for nothing.
        expect(new Set(split.map(({ account, performanceId }) => `${account} ${performanceId}`)).size).toBe(split.length);
        expect(split.every((part) => part.amount !== 0)).toBe(true);
      }),
    );
  });

  test('is booked with its products and discounts, which no performance is the reason of', () => {
    const totals = { tickets: 0, serviceCharge: 0, antiFraudQr: 0, delivery: 300, products: 500, discounts: -700, total: 100, net: 83 };
    expect(splitOf({ tickets: [], totals })).toEqual([
      { account: 'delivery', performanceId: null, amount: 300 },
      { account: 'products', performanceId: null, amount: 500 },
      { account: 'discounts', performanceId: null, amount: -700 },
    ]);
  });

  test('is what every ticket would cost by itself, at its own price type and its channel’s charges', async () => {
    await fc.assert(
      fc.asyncProperty(purchase, async (given) => {
        const { tickets } = await priced(given);
        const alone = given.performances.flatMap(({ levels, charges, places }) =>
          places.map(({ level, type }) => {
            const chosen = at(at(levels, level), type);
            return quote([{ ...chosen, charges: charges[given.channel], quantity: 1 }], given.displayUnit).final;
          }),
        );
        expect(tickets.map(({ quote: { final } }) => final)).toEqual(alone);
      }),
    );
  });
});

const rule = fc.oneof(
  fc.record({ kind: fc.constant('percentage' as const), percent: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constant('fixed_price' as const), price: amount }),
  fc
    .record({ kind: fc.constant('n_for_m' as const), take: fc.integer({ min: 2, max: 4 }), less: fc.integer({ min: 1, max: 3 }) })
    .map(({ kind, take, less }) => ({ kind, take, pay: Math.max(1, take - less) })),
);
const visa = { brands: ['visa'], bins: null };
const promotions = fc.array(
  fc.record({ rule, priceTypes: fc.constantFrom(null, ['Tarifa 0'], ['Tarifa 1', 'Tarifa 2']), cards: fc.constantFrom(null, visa) }),
  { minLength: 1, maxLength: 4 },
);
const reductions: fc.Arbitrary<Reductions> = fc
  .record({
    promotions,
    mixes: fc.boolean(),
    card: fc.option(fc.constantFrom('visa', 'mastercard')),
    left: fc.array(fc.nat(6), { maxLength: 4 }),
  })
  .map(({ promotions: list, mixes, card, left }) => ({
    mixes,
    card: card && { brand: card, bin: '450799', left: new Map(left.map((most, index) => [index + 1, most])) },
    promotions: list.map(({ rule: reduction, ...conditions }, index) => ({
      ...{ id: index + 1, name: `Promoción ${index}`, note: null, percent: null, take: null, pay: null, price: null },
      ...{
        channels: ['online', 'box_office'],
        sectorIds: null,
        needsCode: false,
        perCustomer: null,
        perCard: null,
        perDocument: null,
        isOpen: () => true,
      },
      ...conditions,
      ...reduction,
    })),
  }));

describe('what a whole purchase costs with promotions, of cards too and mixed or not', () => {
  test('is the sum of its parts to the cent, on the screen as in the ledger, and no ticket costs less than nothing (CO-023)', async () => {
    await fc.assert(
      fc.asyncProperty(purchase, reductions, async (given, reduced) => {
        const [{ tickets, totals, split, delivered, bought }, without] = await Promise.all([priced(given, reduced), priced(given)]);
        const components = tickets.flatMap(({ quote: { components } }) => components);
        expect(totals.total).toBe(sum(components.map(({ amount }) => amount)) + delivered.final + bought.final);
        expect(totals.net).toBe(sum(components.map(({ net }) => net)) + delivered.net + bought.net);
        expect(totals.total).toBe(sum(split.map(({ amount }) => amount)));
        expect(totals.tickets).toBe(without.totals.tickets);
        expect(totals.discounts).toBeLessThanOrEqual(0);
        expect(totals.total).toBeLessThanOrEqual(without.totals.total);
        for (const { quote: price, promotion } of tickets) {
          const discount = sum(price.components.filter(({ kind }) => kind === 'discount').map(({ amount }) => amount));
          expect(price.final).toBeGreaterThanOrEqual(0);
          expect(discount < 0).toBe(promotion !== undefined);
          expect(discount % given.displayUnit === 0).toBe(true);
        }
      }),
    );
  });

  test('owes nothing to a card that is not the one, and to no promotion more tickets than it has left', async () => {
    await fc.assert(
      fc.asyncProperty(purchase, reductions, async (given, reduced) => {
        const { tickets } = await priced(given, reduced);
        for (const { id, cards } of reduced.promotions) {
          const count = tickets.filter(({ promotion }) => promotion?.id === id).length;
          expect(count).toBeLessThanOrEqual(reduced.card?.left.get(id) ?? Number.POSITIVE_INFINITY);
          if (cards && reduced.card?.brand !== 'visa') expect(count).toBe(0);
        }
      }),
    );
  });

  test('is the same in whatever order its places are', async () => {
    await fc.assert(
      fc.asyncProperty(purchase, reductions, async (given, reduced) => {
        const [one, other] = [await priced(given, reduced), await priced(given, reduced, (list) => list.toReversed())];
        const byPlace = ({ tickets }: typeof one) =>
          tickets
            .map(({ performanceId, placeId, quote: { final }, promotion }) => [performanceId, placeId, final, promotion?.id] as const)
            .toSorted(([a, b], [c, d]) => a - c || b - d);
        expect(other.totals).toEqual(one.totals);
        expect(byPlace(other)).toEqual(byPlace(one));
      }),
    );
  });
});
