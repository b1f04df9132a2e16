import type { PurchasePerformance } from '@butaca/contract';
import { expect, test } from 'vitest';
import { imageOf } from '../../../app/catalogue/card.ts';
import { CartContents } from '../../../app/purchase/clock/CartContents.tsx';
import { addMorePath, badgeOf, checkOutPath, iconOf, mayRemove, wordingOf } from '../../../app/purchase/clock/cart.ts';
import { frameWith, htmlIn } from '../../render.ts';
import { purchase } from './purchases.ts';

const hamlet = (typeId?: number): PurchasePerformance => ({
  id: 101,
  hash: 'abcdefghijklm',
  showSeo: 'hamlet',
  show: { name: 'Hamlet', images: [], ...(typeId === undefined ? {} : { typeId }) },
  placeCount: 2,
});

const cartOf = (performances: readonly PurchasePerformance[], type: 'cart' | 'box' = 'cart') => {
  const all = [...performances];
  const of = { purchase: purchase({ performances: all, type }), performances: all, performanceId: 101 };
  return htmlIn(frameWith(), CartContents, { cart: { ...of, isFixed: false, mayEmpty: true, empty: () => undefined } });
};

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
  const performances = [{ ...hamlet(1), date: { day: 5, month: 12, year: 2026, hour: 21, minute: 0 } }];
  expect(cartOf(performances)).toContain('<p>sáb 5 dic · 21:00</p>');
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

test('each row of the cart has its own button to add more, and one at the counter leads to the counter (CM-011)', () => {
  const performances = [
    { ...hamlet(1), date: { day: 5, month: 12, year: 2026, hour: 21, minute: 0 } },
    { ...hamlet(100), id: 102, hash: 'bcdefghijklmn', showSeo: 'letras', show: { name: 'Letras', images: [], typeId: 100 } },
  ];
  const ways = (type: 'cart' | 'box') => {
    const html = cartOf(performances, type);
    return [...html.matchAll(/<a[^>]*aria-label="(Agregar más: [^"]*)"[^>]*>([^<]+)</g)].map(([tag, label, text]) => [
      label,
      text,
      / href="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&'),
    ]);
  };
  expect(ways('cart')).toEqual([
    ['Agregar más: Hamlet, sáb 5 dic · 21:00', 'Agregar más', '/funcion/hamlet/101?idFuncion=101&h=abcdefghijklm'],
    ['Agregar más: Letras, ', 'Agregar más', '/funcion/letras/102?idFuncion=102&h=bcdefghijklmn'],
  ]);
  expect(ways('box').map(([, , href]) => href)).toEqual([
    '/buyTicketBox?idFuncion=101&h=abcdefghijklm',
    '/buyTicketBox?idFuncion=102&h=bcdefghijklmn',
  ]);
});

test('check out opens the buy screen of the process (CM-012)', () => {
  const query = `?idProcesoDeCompra=${purchase().id}&idFuncion=101`;
  expect(checkOutPath(purchase(), 101)).toBe(`/buyTicket${query}`);
  expect(checkOutPath(purchase({ type: 'box' }), 101)).toBe(`/buyTicketBox${query}`);
});
