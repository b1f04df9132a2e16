import { expect, test } from 'vitest';
import { readStoredSession, type StoredSession, writeStoredSession } from '../src/stored-session.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const ana: StoredSession = { token: 't', loggedInAt: now, user: { name: 'Ana', email: 'a@b.co', hasAlias: true, role: 'box-office' } };
const stored = (jUser: object, more: object = {}) => JSON.stringify({ token: 't', isLoggedIn: true, jUser, ...more });

test('a session stands in storage with its token and that somebody is logged in (EN-024, EN-025, EN-026)', () => {
  const kept = JSON.parse(writeStoredSession(ana));
  expect(kept).toEqual({ token: 't', isLoggedIn: true, jUser: expect.any(Object) });
});

test('its user has the name, the address and whether there is an alias (EN-028, EN-029, EN-030)', () => {
  const { jUser } = JSON.parse(writeStoredSession(ana));
  expect(jUser).toEqual({ dLogin: '2026-11-21T12:00:00.000Z', cNombre: 'Ana', cEmail: 'a@b.co', lAlias: 'S', cRol: 'BOX' });
});

test('what is written is read as it was', () => {
  for (const role of ['customer', 'box-office', 'organiser'] as const) {
    const session = { ...ana, user: { ...ana.user, hasAlias: role === 'customer', role } };
    expect(readStoredSession(writeStoredSession(session))).toEqual(session);
  }
  const member = { ...ana, user: { ...ana.user, isExternal: true } };
  expect(readStoredSession(writeStoredSession(member))).toEqual(member);
});

test('the login time is read as epoch or as ISO (EN-027)', () => {
  for (const dLogin of [now, '2026-11-21T12:00:00Z', '2026-11-21T09:00:00-03:00']) {
    expect(readStoredSession(stored({ dLogin }))?.loggedInAt).toBe(now);
  }
});

test('an alias counts in each of its spellings (EN-030)', () => {
  const hasAlias = (lAlias: unknown) => readStoredSession(stored({ dLogin: now, lAlias }))?.user.hasAlias;
  expect(['S', true, 1].map(hasAlias)).toEqual([true, true, true]);
  expect(['N', false, 0, '', undefined, null].map(hasAlias)).toEqual([false, false, false, false, false, false]);
});

test('a role that the product does not know is read as a customer (C-09)', () => {
  const roleIn = (cRol: unknown) => readStoredSession(stored({ dLogin: now, cRol }))?.user.role;
  expect([undefined, 'CLIENTE', 'ADMIN', 7].map(roleIn)).toEqual(['customer', 'customer', 'customer', 'customer']);
});

test('somebody is a guest, or logged in by a token: anything else in storage is no session (SE-001, CO-004)', () => {
  expect(readStoredSession(stored({ dLogin: now }))).not.toBeNull();
  const others = [
    null,
    '',
    'x',
    '{',
    'null',
    '[]',
    '{}',
    stored({}),
    stored({ dLogin: 'soon' }),
    stored({ dLogin: now }, { token: '' }),
    stored({ dLogin: now }, { token: 1 }),
    stored({ dLogin: now }, { isLoggedIn: false }),
    stored({ dLogin: now }, { jUser: null }),
  ];
  for (const other of others) expect(readStoredSession(other), String(other)).toBeNull();
});
