import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChargeRule, quote, type TicketLine } from '../../src/catalogue/pricing.ts';

const WHOLE_PESOS = 100;

const charge: fc.Arbitrary<ChargeRule> = fc.record({
  kind: fc.constantFrom('service', 'anti_fraud_qr'),
  percent: fc.integer({ min: 0, max: 10_000 }),
  fixed: fc.integer({ min: 0, max: 10_000_000 }),
  taxRate: fc.integer({ min: 0, max: 10_000 }),
});
const line: fc.Arbitrary<TicketLine> = fc.record({
  faceValue: fc.integer({ min: 0, max: 1_000_000_000_000 }),
  taxRate: fc.integer({ min: 0, max: 10_000 }),
  charges: fc.array(charge, { maxLength: 2 }),
  quantity: fc.integer({ min: 1, max: 10 }),
});
const unit = fc.constantFrom(1, 10, 100);

describe('the price of tickets', () => {
  test('every component is rounded half up to the unit that is shown, and totals are their sums (CO-023)', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), unit, (lines, displayUnit) => {
        const { components, face, charges, final, net } = quote(lines, displayUnit);
        const sum = (of: 'amount' | 'net') => components.reduce((total, component) => total + component[of], 0);
        expect(final).toBe(sum('amount'));
        expect(net).toBe(sum('net'));
        expect(face + charges).toBe(final);
        for (const { amount, net } of components) {
          expect(Number.isSafeInteger(amount)).toBe(true);
          expect(amount % displayUnit).toBe(0);
          expect(net % displayUnit).toBe(0);
          expect(net).toBeLessThanOrEqual(amount);
        }
      }),
    );
  });

  test('a dearer ticket never has a lower final price', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 0, max: 1_000_000 }), unit, (cheap, more, displayUnit) => {
        const dear = { ...cheap, faceValue: cheap.faceValue + more };
        expect(quote([dear], displayUnit).final).toBeGreaterThanOrEqual(quote([cheap], displayUnit).final);
      }),
    );
  });

  test('half a peso is rounded up: 1234.50 pesos are 1235, and 1234.49 are 1234', () => {
    expect(quote([{ faceValue: 123_450, taxRate: 0, charges: [], quantity: 1 }], WHOLE_PESOS).final).toBe(123_500);
    expect(quote([{ faceValue: 123_449, taxRate: 0, charges: [], quantity: 1 }], WHOLE_PESOS).final).toBe(123_400);
  });

  test('two tickets of 10.000 with 12 % service and a QR of 350, before national taxes', () => {
    const service = { kind: 'service', percent: 1200, fixed: 0, taxRate: 2100 } as const;
    const qr = { kind: 'anti_fraud_qr', percent: 0, fixed: 35_000, taxRate: 2100 } as const;
    const price = quote([{ faceValue: 1_000_000, taxRate: 1050, charges: [service, qr], quantity: 2 }], WHOLE_PESOS);
    expect(price).toMatchObject({ face: 2_000_000, charges: 310_000, final: 2_310_000 });
    // 10.000 / 1,105 = 9.050 · 1.200 / 1,21 = 992 · 350 / 1,21 = 289, twice.
    expect(price.net).toBe(2 * (905_000 + 99_200 + 28_900));
  });
});
