import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CatalogueIdInPath, Instant, LinkHash, logIn, Money, OpaqueId, Typed, wireNameOf, wireObject, YesNo } from '../src/index.ts';

const accepts = (schema: z.ZodMiniType, values: readonly unknown[]) => values.map((value) => z.safeDecode(schema, value as never).success);

test('an amount is a decimal on the wire and whole cents inside', () => {
  expect(z.decode(Money, 1234.5)).toBe(123_450);
  expect(z.encode(Money, 123_450)).toBe(1234.5);
  expect(accepts(Money, [0.01, 0.1 + 0.2, 1.234, Number.NaN, Number.POSITIVE_INFINITY, '5'])).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('no amount of cents is lost on its way over the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
      expect(z.decode(Money, JSON.parse(JSON.stringify(z.encode(Money, cents))))).toBe(cents);
    }),
  );
});

test('yes and no are read in every spelling in use and written as S and N', () => {
  expect(['S', 'Y', true, 1].map((value) => z.decode(YesNo, value as never))).toEqual([true, true, true, true]);
  expect(['N', '', false, 0].map((value) => z.decode(YesNo, value as never))).toEqual([false, false, false, false]);
  expect([true, false].map((value) => z.encode(YesNo, value))).toEqual(['S', 'N']);
});

test('an instant keeps its moment whatever offset it comes with', () => {
  expect(z.decode(Instant, '2026-11-21T20:30:00-03:00')).toBe(Date.UTC(2026, 10, 21, 23, 30));
  expect(z.encode(Instant, Date.UTC(2026, 10, 21, 23, 30))).toBe('2026-11-21T23:30:00.000Z');
  expect(accepts(Instant, ['2026-11-21', '21/11/2026 20:30', '2026-13-01T00:00:00Z', 0])).toEqual([false, false, false, false]);
});

test('ids and hashes have one form', () => {
  expect(accepts(CatalogueIdInPath, ['1', '2147483647', '0', '01', '-1', '1.0', '2147483648', ' 1'])).toEqual([
    true,
    true,
    ...Array(6).fill(false),
  ]);
  expect(accepts(OpaqueId, ['A'.repeat(22), 'A'.repeat(21), `${'A'.repeat(21)}=`])).toEqual([true, false, false]);
  expect(accepts(LinkHash, ['abcdefghij234', 'ABCDEFGHIJ234', 'abcdefghij01'])).toEqual([true, false, false]);
});

test('typed text is trimmed, bounded, and has nothing that no keyboard types', () => {
  expect(z.decode(Typed(5), '  Ñandú ')).toBe('Ñandú');
  expect(accepts(Typed(5), ['   ', 'Ñandúes', 'a\u0000b', 'a\nb', '\ud800', '🎭'])).toEqual([false, false, false, false, false, true]);
});

test('a field is named on the wire as the record says, or not at all', () => {
  expect(wireNameOf(logIn.body, 'password')).toBe('cClave');
  expect(() => wireNameOf(wireObject({}), 'password' as never)).toThrow('no field password');
});
