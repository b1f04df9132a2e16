import fc from 'fast-check';
import { expect, test } from 'vitest';
import { homeOf, isGreeted, safeNext } from '../../app/login/next.ts';

test('only the box office starts at a screen of its own (C-09)', () => {
  expect(homeOf({ role: 'box-office' })).toBe('/buyTicketBox');
  expect([homeOf({ role: 'customer' }), homeOf(undefined)]).toEqual(['/', '/']);
});

test('the greeting is for customers who asked for no page: never at the counter, nor on the way to an address (C-36)', () => {
  expect(isGreeted(undefined, { role: 'customer' })).toBe(true);
  expect(isGreeted('/FAQ', { role: 'customer' })).toBe(false);
  expect([isGreeted(undefined, { role: 'box-office' }), isGreeted('/FAQ', { role: 'box-office' })]).toEqual([false, false]);
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

test('a path that hides a host stays a path (R-010)', () => {
  const origin = 'https://butaca.example';
  for (const hidden of [
    '/.//evil.example/x',
    '/a/..//evil.example/x',
    '/%2e//evil.example/x',
    '/./\\evil.example/x',
    '/.///evil.example/x',
  ])
    expect(safeNext(hidden, origin), hidden).toBe('/evil.example/x');
  expect(safeNext('/.//login', origin)).toBe('/');
});

test('whatever an address asks for, a browser that follows it stays at this origin', () => {
  const origin = 'https://butaca.example';
  const pieces = ['/', '//', '\\', '.', '..', '%2e', '%2E', '%2f', '%5c', '@', ':', '?', '#', '\t', '\n', '\r', ' ', '\0', '／', '。'];
  const words = ['evil.example', 'butaca.example', 'https:', 'http:', 'javascript:', 'data:', 'login', 'x', '[::1', 'ñ', '\ud800'];
  const next = fc.oneof(
    fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 10 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(next, (asked) => {
      const path = safeNext(asked, origin);
      const elsewhere = 'https://elsewhere.example';
      // A path and nothing more: whichever page it is followed from, the host stays that page's.
      for (const from of [origin, `${origin}/login?nextUrl=x`, `${elsewhere}/a/b`])
        expect(new URL(path, from).origin).toBe(new URL(from).origin);
      expect(safeNext(path, origin)).toBe(path);
    }),
    { numRuns: 1500 },
  );
});
