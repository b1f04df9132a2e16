import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOrderNumber, ORDER_NUMBERS, readOrderNumber } from '../src/rules/order-number.ts';

const SIGNS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
const number = fc.integer({ min: 0, max: ORDER_NUMBERS - 1 });

test('a number is three groups of three, and is read as it was written', () => {
  fc.assert(
    fc.property(number, (order) => {
      const written = formatOrderNumber(order);
      expect(written).toMatch(/^[0-9A-HJKMNP-TV-Z]{3}(-[0-9A-HJKMNP-TV-Z]{3}){2}$/);
      expect(readOrderNumber(written)).toBe(order);
    }),
    { seed: 15, numRuns: 500 },
  );
});

test('it may be typed in small letters, with other separators or none, and with letters that look like figures', () => {
  const written = formatOrderNumber(0);
  expect(written).toBe('000-000-000');
  expect(readOrderNumber('ooo ooo ooo')).toBe(0);
  fc.assert(
    fc.property(number, fc.constantFrom('', ' ', '-', '.', ' - '), (order, separator) => {
      const typed = formatOrderNumber(order).split('-').join(separator);
      expect(readOrderNumber(` ${typed.toLowerCase()} `)).toBe(order);
      expect(readOrderNumber(typed.replaceAll('1', 'l').replaceAll('0', 'O'))).toBe(order);
    }),
    { seed: 16, numRuns: 300 },
  );
});

test('one character that is another one is always noticed', () => {
  fc.assert(
    fc.property(number, fc.nat(8), fc.constantFrom(...SIGNS), (order, at, sign) => {
      const signs = [...formatOrderNumber(order).replaceAll('-', '')];
      fc.pre(signs[at] !== sign);
      expect(readOrderNumber(signs.with(at, sign).join(''))).toBe('mistyped');
    }),
    { seed: 17, numRuns: 2000 },
  );
});

test('two characters that changed places are always noticed, neighbours or not', () => {
  fc.assert(
    fc.property(number, fc.nat(8), fc.nat(8), (order, one, other) => {
      const signs = [...formatOrderNumber(order).replaceAll('-', '')];
      const [a = '', b = ''] = [signs[one], signs[other]];
      fc.pre(a !== b);
      expect(readOrderNumber(signs.with(one, b).with(other, a).join(''))).toBe('mistyped');
    }),
    { seed: 18, numRuns: 2000 },
  );
});

test('a character too many or too few is noticed; an address or an id is no number', () => {
  const written = formatOrderNumber(123_456_789_012);
  expect(readOrderNumber(written.slice(0, -1))).toBe('mistyped');
  expect(readOrderNumber(`${written}7`)).toBe('mistyped');
  for (const other of ['', 'ana@correo.example', '5OdgtnYucadKxV5IgTmEmQ', 'f'.repeat(32)]) expect(readOrderNumber(other)).toBeNull();
});
