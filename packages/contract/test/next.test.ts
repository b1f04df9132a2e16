import { validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeNext } from '../src/safe-next.ts';

test('a path of our own is gone on to, with its query and its place in the page (R-010)', () => {
  for (const own of ['/', '/myOrders?x=1#y', '/funcion/hamlet/101?h=a&volver=https://butaca.example/', '/q?cBuscar=100%25', '/login'])
    expect(safeNext(own)).toBe(own);
});

test('a path with letters beyond ASCII is written as headers and browsers take it', () => {
  expect(safeNext('/ñandú?q=añó#é')).toBe('/%C3%B1and%C3%BA?q=a%C3%B1%C3%B3#%C3%A9');
});

test.each([
  ['a letter that is not in UTF-8', '/q?cBuscar=Pe%F1a', '/q?cBuscar=Pe%F1a'],
  ['a lone percent sign', '/q?cBuscar=100%', '/q?cBuscar=100%'],
  ['a lone percent sign in the place on the page', '/q#100%', '/q#100%'],
  ['an encoded joined emoji', '/q?cBuscar=%F0%9F%91%A9%E2%80%8D%F0%9F%8E%A4', '/q?cBuscar=%F0%9F%91%A9%E2%80%8D%F0%9F%8E%A4'],
  ['a joined emoji', '/q?cBuscar=👩\u200D🎤', '/q?cBuscar=%F0%9F%91%A9%E2%80%8D%F0%9F%8E%A4'],
])('a search with %s is gone on to', (_, next, path) => {
  expect(safeNext(next)).toBe(path);
});

test.each([
  ['another site', 'https://evil.example/'],
  ['our own site by its whole address', 'https://butaca.example/FAQ'],
  ['a host without a scheme', '//evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a relative path', 'funcion/12'],
  ['a backslash', '/\\evil.example'],
  ['an encoded backslash', '/%5Cevil.example'],
  ['encoded slashes', '/%2Fevil.example'],
  ['a dot before the host', '/.//evil.example/x'],
  ['a step back before the host', '/a/..//evil.example/x'],
  ['an encoded dot before the host', '/%2e//evil.example/x'],
  ['a tab', '/\t/evil.example'],
  ['an encoded tab', '/%09/evil.example'],
  ['a line end', '/x\r\nset-cookie: a=b'],
  ['an encoded line end', '/x%0Aset-cookie:%20a=b'],
  ['an encoded line end in a search', '/x?q=a%0Ab'],
  ['an encoded line end beside a sign that is not in UTF-8', '/x?q=%F1%0D%0Aset-cookie:%20a=b'],
  ['an encoded line separator beside a sign that is not in UTF-8', '/x?q=%F1%E2%80%A8'],
  ['an encoded line end beside a lone percent sign', '/x?q=100%&r=%0A'],
  ['an encoded sign that joins others, in the path', '/x%E2%80%8Dy'],
  ['a line separator', '/x\u2028y'],
  ['an encoded line separator', '/x?q=%E2%80%A8'],
  ['a sign that turns the direction of writing', '/x\u202Ey'],
  ['half a sign', '/x\uD800'],
  ['an encoding that is none', '/100%'],
  ['an encoding that is no text', '/%C3%28'],
  ['nothing', ''],
  ['a name that is given twice', ['/a', '/b']],
  ['no name', undefined],
  ['null', null],
  ['more than any address of ours', `/${'a'.repeat(2000)}`],
  ['what grows beyond that when it is encoded', `/${'ñ'.repeat(1000)}`],
])('%s is no page to go on to', (_, next) => {
  expect(safeNext(next)).toBeNull();
});

test('whatever an address asks for, who follows it stays at the origin, and a header takes it', () => {
  const pieces = ['/', '//', '\\', '.', '..', '%2e', '%2E', '%2f', '%5c', '%09', '%0A', '%E2%80%A8', '%', '@', ':', '?', '#'];
  const signs = ['\t', '\n', '\r', ' ', '\0', '／', '。', '\u2028', '\u200B', '\uFEFF', 'ñ', '\uD800', '🎭'];
  const words = ['evil.example', 'butaca.example', 'https:', 'http:', 'javascript:', 'data:', 'login', 'x', '[::1'];
  const part = fc.constantFrom(...pieces, ...signs, ...words);
  const next = fc.oneof(
    fc.array(part, { maxLength: 10 }).map((parts) => parts.join('')),
    fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }).map((text) => `/${text}`),
    fc.webUrl(),
    fc.webPath(),
  );
  fc.assert(
    fc.property(next, (asked) => {
      const path = safeNext(asked);
      if (path === null) return;
      for (const from of ['https://butaca.example', 'https://butaca.example/login?nextUrl=x', 'http://localhost:3000/a/b'])
        expect(new URL(path, from).origin).toBe(new URL(from).origin);
      expect(path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
      validateHeaderValue('location', path);
      expect(safeNext(path)).toBe(path);
    }),
    { numRuns: 3000 },
  );
});
