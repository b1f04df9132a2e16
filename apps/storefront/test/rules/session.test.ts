import { expect, test } from 'vitest';
import { isOpen, readSession, SESSION_MINUTES, safeNext } from '../../app/session/rules.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const minutes = (count: number) => count * 60_000;

test('a session lasts less than 180 minutes from log in (SE-002, CO-004)', () => {
  expect(SESSION_MINUTES).toBe(180);
  expect(isOpen(now - minutes(180) + 1000, now)).toBe(true);
  expect(isOpen(now - minutes(180), now)).toBe(false);
});

test('without a login time nobody is logged in', () => {
  expect(isOpen(undefined, now)).toBe(false);
  expect(isOpen(Number.NaN, now)).toBe(false);
});

test('a login time in the future counts, as after a clock that was corrected', () => {
  expect(isOpen(now + minutes(5), now)).toBe(true);
});

test('what stands in storage is read with its login time as epoch or as ISO (EN-027)', () => {
  const stored = (loggedInAt: unknown) =>
    JSON.stringify({ token: 't', loggedInAt, user: { name: 'Ana', email: 'a@b.co', hasAlias: true } });
  const session = { token: 't', loggedInAt: now, user: { name: 'Ana', email: 'a@b.co', hasAlias: true } };
  expect(readSession(stored(now))).toEqual(session);
  expect(readSession(stored('2026-11-21T12:00:00Z'))).toEqual(session);
});

test('anything else in storage is no session', () => {
  for (const stored of [
    null,
    '',
    'x',
    '{}',
    '{"token":""}',
    '{"token":"t"}',
    '{"token":"t","loggedInAt":"soon"}',
    '{"token":1,"loggedInAt":1}',
  ]) {
    expect(readSession(stored), String(stored)).toBeNull();
  }
});

test('after log in only an address of ours is gone to (R-010)', () => {
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
