import { expect, test } from 'vitest';
import { exitOf, messageFor, pathAfterMessage } from '../../../app/purchase/clock/exits.ts';
import { chargeTimer, nothingHeld, selectTab } from '../../../app/purchase/clock/timer.ts';
import { noon, running } from './purchases.ts';

const { timer } = running();
const local = (tabId: number) => ({ state: 'started', tabId }) as const;
const shop = { box: false };
const boxOffice = { box: true };

test('the tab that owns the purchase stays on its buy screen', () => expect(exitOf(timer, local(1), shop)).toBeNull());

test('a buy screen is left when another tab has become the principal one (PT-021)', () => {
  expect(exitOf(selectTab(timer, 2, noon), local(1), shop)).toBe('other-tab');
  expect(exitOf(selectTab(timer, 2, noon), local(2), shop)).toBeNull();
});

test('a finished timer leads away from both buy screens (PT-023)', () => {
  for (const screen of [shop, boxOffice]) expect(exitOf({ ...timer, state: 'finished' }, local(1), screen)).toBe('finished');
});

test('a reset timer leads away from the buy screen (PT-024)', () => {
  expect(exitOf(nothingHeld.timer, local(1), shop)).toBe('reset');
});

test('at the box office a reset timer leads away only from a purchase of the shop (PT-025)', () => {
  expect(exitOf({ state: 'reset', type: 'box', tabIds: [] }, local(1), boxOffice)).toBeNull();
  expect(exitOf({ state: 'reset', type: 'cart', tabIds: [] }, local(1), boxOffice)).toBe('reset');
});

test('a screen that charges is never left', () => {
  const charging = chargeTimer(running(), 1, noon).timer;
  expect(exitOf(selectTab(charging, 2, noon), local(1), shop)).toBeNull();
});

test('every tab shows why a purchase ended; only the tab that lost it shows that another one took it over', () => {
  const message = 'm';
  expect(messageFor({ state: 'reset', tabIds: [], message }, { state: 'reset' })).toBe(message);
  expect(messageFor({ state: 'reset', tabIds: [] }, { state: 'reset' })).toBeUndefined();
  const takenOver = { ...selectTab(timer, 2, noon), message };
  expect([local(1), local(2), { state: 'reset' } as const].map((tab) => messageFor(takenOver, tab))).toEqual([
    message,
    undefined,
    undefined,
  ]);
});

const out = { loggedIn: true, box: false, lastPath: '/funcion/hamlet/5?idFuncion=5' };

test('a customer goes back to the performance last seen (PT-026)', () => expect(pathAfterMessage(out)).toBe(out.lastPath));

test('without a performance last seen, to the billboard (PT-027)', () => {
  for (const lastPath of [null, '', '//evil.example', '/\\evil.example', 'https://evil.example']) {
    expect(pathAfterMessage({ ...out, lastPath })).toBe('/');
  }
});

test('a visitor goes to the billboard (PT-028)', () => expect(pathAfterMessage({ ...out, loggedIn: false })).toBe('/'));

test('the box office goes to the billboard (PT-029)', () => expect(pathAfterMessage({ ...out, box: true })).toBe('/'));
