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

afterEach(() => vi.unstubAllGlobals());

const ana = { name: 'Ana', email: 'a@b.co', role: 'customer' } as const;

/** The server's time, once it has said it. */
function aClock({ isKnown = true } = {}) {
  const listeners = new Set<() => void>();
  const time = { now, isKnown };
  return {
    time,
    now: () => time.now,
    isKnown: () => time.isKnown,
    onKnown: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hear(serverNow: number) {
      Object.assign(time, { now: serverNow, isKnown: true });
      for (const listener of listeners) listener();
    },
  };
}

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
  const clock = aClock();
  const stored = stubStorage();
  const store = createSessionStore({ key: 'k', sessionMinutes: () => 180, clock });
  expect(store.open('t', ana)).toBe(true);
  clock.time.now = now + minutes(180) - 1;
  store.clearExpired();
  expect(store.get()).toMatchObject({ token: 't', user: { name: 'Ana', hasAlias: false } });
  clock.time.now = now + minutes(180);
  expect(store.get()).toBeNull();
  expect(stored()).toContain('"token":"t"');
  store.clearExpired();
  expect(stored()).toBeNull();
});

test('the device’s clock ends no session: until the server has said what time it is, a stored one is open', () => {
  const stored = stubStorage();
  createSessionStore({ key: 'k', sessionMinutes: () => 180, clock: aClock() }).open('t', ana);

  for (const serverNow of [now + minutes(179), now + minutes(180)]) {
    const clock = aClock({ isKnown: false });
    const changes: (string | undefined)[] = [];
    const store = createSessionStore({ key: 'k', sessionMinutes: () => 180, clock, onChange: () => changes.push(store.get()?.token) });
    clock.time.now = now + minutes(600);
    expect(store.isDoubtful()).toBe(true);
    store.clearExpired();
    expect(store.get()).toMatchObject({ token: 't' });
    clock.hear(serverNow);
    expect(store.isDoubtful()).toBe(false);
    expect(changes).toEqual(serverNow < now + minutes(180) ? [] : [undefined]);
  }
  expect(stored()).toContain('"token":"t"');
});

test('where the browser does not store, no session is opened', () => {
  stubStorage({ full: true });
  const store = createSessionStore({ key: 'k', sessionMinutes: () => 180 });
  expect(store.open('t', ana)).toBe(false);
  expect(store.get()).toBeNull();
});
