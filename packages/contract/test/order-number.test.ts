import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOrderNumber, ORDER_NUMBERS, readOrderNumber } from '../src/rules/order-number.ts';

const SIGNS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
/** As it is printed, so that one without a figure is no name. */
const grouped = (signs: readonly string[]) => signs.join('').replace(/(.{3})(?=.)/g, '$1-');
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
      expect(readOrderNumber(grouped(signs.with(at, sign)))).toBe('mistyped');
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
      expect(readOrderNumber(grouped(signs.with(one, b).with(other, a)))).toBe('mistyped');
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

test('a name is no number that was typed wrong, however long it is', () => {
  for (const name of [
    'gonzalez',
    'martinez',
    'ferreyra',
    'Rodriguez',
    'fernandez',
    'Ana Lopez',
    'juan diaz',
    'maria sosa',
    'lopez olin',
    'Paz-Molina',
  ])
    expect(readOrderNumber(name)).toBeNull();
  for (const number of ['7KM4PX9T', '30123456', 'ABC-DEF-GH']) expect(readOrderNumber(number)).toBe('mistyped');
});
