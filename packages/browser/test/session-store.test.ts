import { afterEach, expect, test, vi } from 'vitest';
import { createSessionStore } from '../src/session-store.ts';
import { isOpen } from '../src/shop-session.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const minutes = (count: number) => count * 60_000;

test.each([180, 45])('a session of a brand with %i minutes lasts less than that from log in (SE-002, CO-004)', (sessionMinutes) => {
  expect(isOpen(now - minutes(sessionMinutes) + 1000, now, sessionMinutes)).toBe(true);
  expect(isOpen(now - minutes(sessionMinutes), now, sessionMinutes)).toBe(false);
});

test('without a login time there is no session', () => {
  expect(isOpen(undefined, now, 180)).toBe(false);
  expect(isOpen(Number.NaN, now, 180)).toBe(false);
});

test('a login time in the future counts, as after a clock that was corrected', () => {
  expect(isOpen(now + minutes(5), now, 180)).toBe(true);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ana = { name: 'Ana', email: 'a@b.co', role: 'customer' } as const;

/** A browser's storage of one key; returns what it holds. */
function stubStorage({ full = false } = {}) {
  let kept: string | null = null;
  vi.stubGlobal('localStorage', {
    getItem: () => kept,
    setItem: (_: string, text: string) => {
      if (full) throw new Error('QuotaExceededError');
      kept = text;
    },
    removeItem: () => {
      kept = null;
    },
  });
  return () => kept;
}

test('a session that has expired is not given out, and is removed from storage with its token (SE-003)', () => {
  vi.useFakeTimers({ now });
  const stored = stubStorage();
  const store = createSessionStore({ key: 'k', sessionMinutes: () => 180 });
  expect(store.open('t', ana)).toBe(true);
  vi.setSystemTime(now + minutes(180) - 1);
  store.clearExpired();
  expect(store.get()).toMatchObject({ token: 't', user: { name: 'Ana', hasAlias: false } });
  vi.setSystemTime(now + minutes(180));
  expect(store.get()).toBeNull();
  expect(stored()).toContain('"token":"t"');
  store.clearExpired();
  expect(stored()).toBeNull();
});

test('where the browser does not store, no session is opened', () => {
  stubStorage({ full: true });
  const store = createSessionStore({ key: 'k', sessionMinutes: () => 180 });
  expect(store.open('t', ana)).toBe(false);
  expect(store.get()).toBeNull();
});
