import { expect, test } from 'vitest';
import { homeOf, safeNext } from '../../app/login/next.ts';

test('only the box office starts at a screen of its own (C-09)', () => {
  expect(homeOf({ role: 'box-office' })).toBe('/buyTicketBox');
  expect([homeOf({ role: 'customer' }), homeOf(undefined)]).toEqual(['/', '/']);
});

test('after log in only an address of this origin is followed (R-010)', () => {
  const origin = 'https://butaca.example';
  const to = (next: string | null) => safeNext(next, origin);
  expect(to('/myOrders?x=1#y')).toBe('/myOrders?x=1#y');
  expect(to('https://butaca.example/FAQ')).toBe('/FAQ');
  for (const foreign of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://butaca.example/',
    null,
    '',
  ]) {
    expect(to(foreign), String(foreign)).toBe('/');
  }
});

test('log in never leads back to log in', () => {
  for (const next of ['/login', '/Login/?nextUrl=%2F', '/loginRedirect']) expect(safeNext(next, 'https://butaca.example')).toBe('/');
});
