import type { PurchasePerformance } from '@butaca/contract';
import { expect, test } from 'vitest';
import { imageOf } from '../../../app/catalogue/card.ts';
import { addMorePath, badgeOf, cartDate, checkOutPath, iconOf, mayRemove, wordingOf } from '../../../app/purchase/clock/cart.ts';
import { purchase } from './purchases.ts';

const hamlet = (typeId?: number): PurchasePerformance => ({
  id: 101,
  hash: 'abcdefghijklm',
  showSeo: 'hamlet',
  show: { name: 'Hamlet', images: [], ...(typeId === undefined ? {} : { typeId }) },
  placeCount: 2,
});
const weekdays = ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'];

test('the badge shows the total quantity, and nothing at zero (CM-001)', () => {
  expect(badgeOf(purchase({ quantity: { total: 3 } }))).toBe(3);
  expect(badgeOf(purchase({ quantity: { total: 0 } }))).toBeNull();
  expect(badgeOf(null)).toBeNull();
});

test('the picture of a row is the one of its kind (CM-003)', () => {
  const image = (kind: 'poster' | 'featured') => ({ kind, url: `/images/${kind}`, width: 16, height: 9, alt: '' });
  expect(imageOf([image('poster'), image('featured')], 'featured')?.url).toBe('/images/featured');
  expect(imageOf([image('poster')], 'featured')).toBeUndefined();
});

test('a row tells weekday, day and time (CM-005)', () => {
  const date = { day: 5, month: 12, year: 2026, hour: 21, minute: 0 };
  expect(cartDate(date, { weekdays })).toBe('sáb 05/12/2026 21:00');
  const { year: _, ...withoutYear } = date;
  expect(cartDate(withoutYear, { weekdays })).toBe('05/12 21:00');
});

test('items of type 100 are counted in units, all others in tickets (CM-016, CM-017)', () => {
  expect(wordingOf(hamlet(100))).toBe('units');
  for (const type of [1, 99, 101, undefined]) expect(wordingOf(hamlet(type))).toBe('tickets');
});

test('the cart’s icon is a gift in the box office and a ticket in the shop (TB-042, TB-043)', () => {
  expect(iconOf({ type: 'box' })).toBe('gift');
  for (const type of ['cart', undefined] as const) expect(iconOf(type ? { type } : {})).toBe('ticket');
});

test('the box office removes and empties nothing (CM-014, CM-015)', () => {
  expect(mayRemove({ type: 'box' })).toBe(false);
  for (const type of ['cart', undefined] as const) expect(mayRemove({ type })).toBe(true);
});

test('adding more opens the performance, of what is sold by quantity as of seats (CM-011)', () => {
  expect(addMorePath(hamlet(1), { type: 'cart' })).toBe('/funcion/hamlet/101?idFuncion=101&h=abcdefghijklm');
  expect(wordingOf(hamlet(100))).toBe('units');
  expect(addMorePath(hamlet(100), { type: 'cart' })).toBe('/funcion/hamlet/101?idFuncion=101&h=abcdefghijklm');
  expect(addMorePath({ id: 101, placeCount: 1 }, {})).toBe('/funcion?idFuncion=101');
  expect(addMorePath(hamlet(1), { type: 'box' })).toBe('/buyTicketBox?idFuncion=101&h=abcdefghijklm');
});

test('check out opens the buy screen of the process (CM-012)', () => {
  const query = `?idProcesoDeCompra=${purchase().id}&idFuncion=101`;
  expect(checkOutPath(purchase(), 101)).toBe(`/buyTicket${query}`);
  expect(checkOutPath(purchase({ type: 'box' }), 101)).toBe(`/buyTicketBox${query}`);
});
