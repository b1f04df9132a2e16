import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayUnit, formatMoney, roundToDisplayUnit } from '../src/money.ts';

const argentine = { price: 'es-AR', currency: 'ARS', decimals: 0 };
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

test('prices read as in Argentina (CO-022, GE-003)', () => {
  expect(plain(formatMoney(1_234_500, argentine))).toBe('$ 12.345');
  expect(plain(formatMoney(0, argentine))).toBe('$ 0');
  expect(plain(formatMoney(123_456_789_00, argentine))).toBe('$ 123.456.789');
});

test('half a peso is rounded up (CO-023)', () => {
  expect(plain(formatMoney(123_450, argentine))).toBe('$ 1.235');
  expect(plain(formatMoney(123_449, argentine))).toBe('$ 1.234');
  expect(roundToDisplayUnit(123_450, argentine)).toBe(123_500);
  expect(roundToDisplayUnit(123_449, argentine)).toBe(123_400);
});

test('an amount that the brand can show is shown as it is (CO-023)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom(0, 1, 2), (amount, decimals) => {
      const rounded = roundToDisplayUnit(amount, { decimals });
      expect(rounded % displayUnit({ decimals })).toBe(0);
      expect(Math.abs(rounded - amount) * 2).toBeLessThanOrEqual(displayUnit({ decimals }));
      const shown = Number(
        formatMoney(rounded, { ...argentine, decimals })
          .replace(/[^\d,]/g, '')
          .replace(',', '.'),
      );
      expect(Math.round(shown * 100)).toBe(rounded);
    }),
  );
});

test('another brand has its own currency', () => {
  expect(plain(formatMoney(15_000_000, { price: 'es-PY', currency: 'PYG', decimals: 0 }))).toMatch(/150\.000/);
});
