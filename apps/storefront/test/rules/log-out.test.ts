import { expect, test, vi } from 'vitest';
import { topBarVariant } from '../../app/chrome/top-bars.ts';
import { type LogOutWorld, logOut } from '../../app/session/log-out.ts';

const DISCONNECTED = 'Your user session has been disconnected';
const FULL_BAR = 2;
const SIMPLE_BARS = [8, 10, 12];

/** A log-out, and what it did in order. */
async function loggedOut(given: Partial<LogOutWorld> = {}) {
  const done: unknown[] = [];
  await logOut({
    token: 't',
    clear: () => void done.push('cleared'),
    cancelPurchase: async (message) => {
      done.push(['cancelled', message]);
      return false;
    },
    notify: (notice) => void done.push(['notice', notice]),
    revoke: (token) => void done.push(['revoked', token]),
    leaveProvider: () => {},
    bar: topBarVariant(FULL_BAR),
    pathname: '/FAQ',
    go: (path) => void done.push(['gone', path]),
    ...given,
  });
  return done;
}

test('a log-out clears user and token at once, then the purchase, and says that the session was closed (SE-004, SE-005, ER-004)', async () => {
  expect(await loggedOut()).toEqual([
    'cleared',
    ['cancelled', DISCONNECTED],
    ['notice', { key: DISCONNECTED }],
    ['revoked', 't'],
    ['gone', '/'],
  ]);
});

test('the provider’s own log-out is loaded once everything is cleared, and nothing waits for it (SE-010)', async () => {
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  await loggedOut({ clear: note('cleared'), notify: note('told'), leaveProvider: note('frame'), go: note('gone') });
  expect(done).toEqual(['cleared', 'told', 'frame', 'gone']);
});

test('with a purchase running its dialog says so, not the notice', async () => {
  const done = await loggedOut({ cancelPurchase: async () => true });
  expect(done).toEqual(['cleared', ['revoked', 't'], ['gone', '/']]);
});

test('simpler bars leave a visitor on billboard, login, sign-up, performance and landing, and lead home from anywhere else (SE-012)', async () => {
  const goesHome = async (bar: number, pathname: string) =>
    JSON.stringify(await loggedOut({ bar: topBarVariant(bar), pathname })).includes('gone');
  for (const bar of SIMPLE_BARS) {
    for (const kept of ['/', '/login', '/signUp', '/funcion', '/funcion/hamlet/12', '/landing/hamlet']) {
      expect(await goesHome(bar, kept), `${bar} ${kept}`).toBe(false);
    }
    for (const left of ['/FAQ', '/myOrders', '/buyTicket', '/funcionTienda', '/landings', '/AdvancedSearch']) {
      expect(await goesHome(bar, left), `${bar} ${left}`).toBe(true);
    }
  }
  for (const kept of ['/login', '/funcion/hamlet/12', '/landing/hamlet']) expect(await goesHome(FULL_BAR, kept)).toBe(true);
});

test('a log-out that fails says so with the error, and leads home unless it is there (SE-013, SE-014, ER-005)', async () => {
  const clear = vi.fn(() => {
    throw new Error('<b>QuotaExceededError</b>');
  });
  const notice = ['notice', { key: 'auth.error.error', detail: '<b>QuotaExceededError</b>' }];
  expect(await loggedOut({ clear })).toEqual([notice, ['revoked', 't'], ['gone', '/']]);
  expect(await loggedOut({ clear, pathname: '/' })).toEqual([notice, ['revoked', 't']]);
  expect(await loggedOut({ clear, bar: topBarVariant(8), pathname: '/landing/hamlet' })).toEqual([notice, ['revoked', 't'], ['gone', '/']]);
});

test('a purchase that could not be cancelled is a failure too, and the session is over all the same', async () => {
  const done = await loggedOut({ cancelPurchase: () => Promise.reject(new Error('locks are gone')) });
  expect(done).toEqual(['cleared', ['notice', { key: 'auth.error.error', detail: 'locks are gone' }], ['revoked', 't'], ['gone', '/']]);
});
