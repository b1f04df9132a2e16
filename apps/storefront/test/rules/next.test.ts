import { expect, test } from 'vitest';
import { afterLogIn, counterAskedFor, homeOf, isGreeted } from '../../app/login/next.ts';

test('only the box office starts at a screen of its own (C-09)', () => {
  expect(homeOf({ role: 'box-office' })).toBe('/buyTicketBox');
  expect([homeOf({ role: 'customer' }), homeOf(undefined)]).toEqual(['/', '/']);
});

test('the greeting is for customers who asked for no page: never at the counter, nor on the way to an address (C-36)', () => {
  expect(isGreeted(undefined, { role: 'customer' })).toBe(true);
  expect(isGreeted('/FAQ', { role: 'customer' })).toBe(false);
  expect([isGreeted(undefined, { role: 'box-office' }), isGreeted('/FAQ', { role: 'box-office' })]).toEqual([false, false]);
});

test('after log in only a page of ours is opened, else the billboard (R-010)', () => {
  expect(afterLogIn('/myOrders?x=1#y')).toBe('/myOrders?x=1#y');
  for (const foreign of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/./\\evil.example/x',
    '/\tevil',
    'javascript:alert(1)',
    null,
    '',
  ])
    expect(afterLogIn(foreign), String(foreign)).toBe('/');
});

test('log in never leads back to log in', () => {
  for (const next of ['/login', '/Login/?nextUrl=%2F', '/loginRedirect', '/loginRedirect#x', '/./login'])
    expect(afterLogIn(next), next).toBe('/');
  expect(afterLogIn('/loginLink')).toBe('/loginLink');
});

test('a page of the counter is told from the shop’s, and a sale from the rest of it', () => {
  expect(['/buyTicketBox', '/boleteria/caja', '/boleteria/ventas?cBuscar=ana', '/myBookingsBox'].map(counterAskedFor)).toEqual(
    Array(4).fill('counter'),
  );
  expect(counterAskedFor('/buyTicketBox?idProcesoDeCompra=b3Ryby1wcm9jZXNvLW90cm')).toBe('sale');
  expect([undefined, '/', '/buyTicket?idProcesoDeCompra=x', '/boleterias'].map(counterAskedFor)).toEqual([null, null, null, null]);
});
