import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BillNames, billedLines, creditedLines, type ReturnedPart, type SoldGoods } from '../../src/bills/billed-lines.ts';
import type { BillLine } from '../../src/bills/fiscal-pack.ts';
import { quote } from '../../src/catalogue/pricing.ts';

const names: BillNames = { performance: (id) => ({ show: `Obra ${id}`, when: 'viernes' }), delivery: 'Retiro en boletería' };
const sumOf = (lines: readonly { readonly amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);
const RATES = [0, 1050, 2100];

/** An order of what people buy: tickets of several prices and tax classes with their charges, products, a delivery, and instalments. */
const anOrder = fc
  .record({
    tickets: fc.array(
      fc.record({
        performanceId: fc.integer({ min: 1, max: 3 }),
        faceValue: fc.integer({ min: 1, max: 50_000 }).map((pesos) => pesos * 100),
        taxRate: fc.constantFrom(...RATES),
        discount: fc.integer({ min: 0, max: 100 }),
        serviceRate: fc.constantFrom(...RATES),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    products: fc.array(
      fc.record({
        faceValue: fc.integer({ min: 1, max: 9000 }).map((pesos) => pesos * 100),
        taxRate: fc.constantFrom(...RATES),
        quantity: fc.integer({ min: 1, max: 4 }),
      }),
      { maxLength: 3 },
    ),
    delivery: fc.integer({ min: 0, max: 5000 }).map((pesos) => pesos * 100),
    financing: fc.integer({ min: 0, max: 99_999 }),
  })
  .map(({ tickets, products, delivery, financing }) => {
    const sold = {
      tickets: tickets.map(({ performanceId, faceValue, taxRate, discount, serviceRate }) => ({
        ...{ performanceId, sectorName: 'Platea', priceTypeName: 'General' },
        ...(discount > 0 ? { promotion: { name: '2x1' } } : {}),
        quote: quote(
          [
            {
              ...{ faceValue, taxRate, quantity: 1, discount: Math.floor((faceValue * discount) / 10_000) * 100 },
              charges: [{ kind: 'service' as const, percent: 1000, fixed: 0, taxRate: serviceRate }],
            },
          ],
          100,
        ),
      })),
      products: products.map(({ faceValue, taxRate, quantity }, index) => ({
        ...{ name: `Remera ${index}`, variantName: 'M', quantity },
        quote: quote([{ faceValue, taxRate, charges: [], quantity }], 100),
      })),
      ...(delivery > 0 ? { deliveryTaxRate: 2100 } : {}),
    };
    const total = sumOf([...sold.tickets, ...sold.products].map(({ quote: { final } }) => ({ amount: final }))) + delivery + financing;
    return { ...sold, totals: { delivery, financing, total } } as unknown as SoldGoods;
  });

test('a bill’s lines are what was sold, to the cent, and a unit times its quantity is its line', () => {
  fc.assert(
    fc.property(anOrder, (sold) => {
      const lines = billedLines(sold, names, 2100);
      expect(sumOf(lines)).toBe(sold.totals.total);
      for (const { amount, quantity } of lines) expect(Number.isInteger(amount / quantity)).toBe(true);
      // Of each tax class what the pricing function says of it.
      const components = [...sold.tickets, ...(sold.products ?? [])].flatMap(({ quote: { components } }) => components);
      for (const rate of [0, 1050])
        expect(sumOf(lines.filter(({ taxRate }) => taxRate === rate))).toBe(sumOf(components.filter(({ taxRate }) => taxRate === rate)));
    }),
  );
});

/** As the ledger books them. */
const partsOf = (lines: readonly BillLine[]): ReturnedPart[] => {
  const sums = new Map<string, ReturnedPart>();
  for (const { account, performanceId, amount } of lines) {
    const key = `${account} ${performanceId}`;
    sums.set(key, { account, performanceId, amount: (sums.get(key)?.amount ?? 0) + amount });
  }
  return [...sums.values()];
};

test('credit notes of a bill in any parts come to the whole of it, and of no tax class more than was billed', () => {
  fc.assert(
    fc.property(anOrder, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }), (sold, shares) => {
      const bill = billedLines(sold, names, 2100);
      const before: BillLine[] = [];
      let left = partsOf(bill);
      for (const share of [...shares, 1]) {
        const parts = left.map((part) => ({ ...part, amount: Math.trunc(part.amount * share) })).filter(({ amount }) => amount !== 0);
        const amount = sumOf(parts);
        if (amount <= 0) continue;
        const lines = creditedLines({ bill, before, parts, ticketCounts: new Map() });
        expect(sumOf(lines)).toBe(amount);
        before.push(...lines);
        left = left.map((part) => ({
          ...part,
          amount:
            part.amount - (parts.find((each) => each.account === part.account && each.performanceId === part.performanceId)?.amount ?? 0),
        }));
        const rates = new Set([...bill, ...before].map(({ taxRate }) => taxRate));
        for (const rate of rates) {
          const of = (all: readonly BillLine[]) => sumOf(all.filter(({ taxRate }) => taxRate === rate));
          expect(of(before)).toBeLessThanOrEqual(of(bill));
          expect(of(before)).toBeGreaterThanOrEqual(0);
        }
      }
      if (sumOf(left) === 0) expect(sumOf(before)).toBe(sumOf(bill));
    }),
  );
});

test('what was priced before tax classes were kept with amounts has the class that its net says', () => {
  const priced = quote(
    [{ faceValue: 1_234_500, taxRate: 2100, charges: [{ kind: 'service', percent: 1000, fixed: 0, taxRate: 1050 }], quantity: 1 }],
    100,
  );
  const sold = {
    tickets: [
      {
        ...{ performanceId: 1, sectorName: 'Platea', priceTypeName: 'General' },
        quote: { ...priced, components: priced.components.map(({ taxRate: _, ...component }) => component) },
      },
    ],
    totals: { delivery: 50_000, total: priced.final + 50_000, net: priced.net + 41_300 },
  } as unknown as SoldGoods;
  expect(billedLines(sold, names, 0).map(({ account, taxRate }) => [account, taxRate])).toEqual([
    ['tickets', 2100],
    ['service_charge', 1050],
    ['delivery', 2100],
  ]);
});
