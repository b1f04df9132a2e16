import { expect, test } from 'vitest';
import { earlyScript } from '../../app/frame/early-script.ts';
import { homeOf } from '../../app/session/home.ts';
import { isOpen, readSession, safeNext } from '../../app/session/rules.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const minutes = (count: number) => count * 60_000;

test.each([180, 45])('a session of a brand with %i minutes lasts less than that from log in (SE-002, CO-004)', (sessionMinutes) => {
  expect(isOpen(now - minutes(sessionMinutes) + 1000, now, sessionMinutes)).toBe(true);
  expect(isOpen(now - minutes(sessionMinutes), now, sessionMinutes)).toBe(false);
});

/** What the script in the head of a page says about who looks at it. */
function seenBeforePaint({ loggedInAt, sessionMinutes }: { loggedInAt: number; sessionMinutes: number }) {
  const dataset: { session?: string } = {};
  const storage = { getItem: () => JSON.stringify({ token: 't', loggedInAt }), setItem: () => undefined };
  const run = new Function('document', 'localStorage', 'sessionStorage', 'Date', earlyScript({ sessionMinutes }));
  run({ documentElement: { dataset } }, storage, storage, { now: () => now });
  return dataset.session;
}

test('before the first paint a session lasts as long as the brand says, too', () => {
  expect(seenBeforePaint({ loggedInAt: now - minutes(44), sessionMinutes: 45 })).toBe('open');
  expect(seenBeforePaint({ loggedInAt: now - minutes(45), sessionMinutes: 45 })).toBe('guest');
  expect(seenBeforePaint({ loggedInAt: now - minutes(45), sessionMinutes: 180 })).toBe('open');
});

test('without a login time nobody is logged in', () => {
  expect(isOpen(undefined, now, 180)).toBe(false);
  expect(isOpen(Number.NaN, now, 180)).toBe(false);
});

test('a login time in the future counts, as after a clock that was corrected', () => {
  expect(isOpen(now + minutes(5), now, 180)).toBe(true);
});

test('what stands in storage is read with its login time as epoch or as ISO (EN-027)', () => {
  const stored = (loggedInAt: unknown) =>
    JSON.stringify({ token: 't', loggedInAt, user: { name: 'Ana', email: 'a@b.co', hasAlias: true, role: 'box-office' } });
  const session = { token: 't', loggedInAt: now, user: { name: 'Ana', email: 'a@b.co', hasAlias: true, role: 'box-office' } };
  expect(readSession(stored(now))).toEqual(session);
  expect(readSession(stored('2026-11-21T12:00:00Z'))).toEqual(session);
});

test('a role that is none of ours is a customer’s, and only a counter begins at its own screen (C-09)', () => {
  const roleIn = (role: unknown) => readSession(JSON.stringify({ token: 't', loggedInAt: now, user: { role } }))?.user.role;
  expect([undefined, 'customer', 'admin', 7].map(roleIn)).toEqual(['customer', 'customer', 'customer', 'customer']);
  expect(homeOf({ role: 'box-office' })).toBe('/buyTicketBox');
  expect([homeOf({ role: 'customer' }), homeOf(undefined)]).toEqual(['/', '/']);
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
