import { expect, test } from 'vitest';
import {
  cancel,
  chargeTimer,
  endCharge,
  nothingHeld,
  pay,
  readTimer,
  reset,
  secondsLeft,
  selectedTab,
  selectTab,
  startTimer,
} from '../../../app/purchase/clock/timer.ts';
import { minutes, noon, otherId, purchase, running } from './purchases.ts';

test('before anything is bought the timer is reset (PT-002)', () => {
  expect(nothingHeld).toEqual({ timer: { state: 'reset', tabIds: [] }, purchase: null, toInvalidate: null });
});

test('reading gives the seconds until the deadline, however long ago the last read was (PT-004)', () => {
  const { timer } = running();
  expect(secondsLeft(timer, noon)).toBe(720);
  expect(secondsLeft(timer, noon + 1000)).toBe(719);
  expect(secondsLeft(timer, noon + minutes(60))).toBe(-2880);
});

test('the timer runs at 0 seconds and is finished at −1 (PT-005)', () => {
  const { timer } = running();
  expect(readTimer(timer, noon + minutes(12)).state).toBe('started');
  expect(readTimer(timer, noon + minutes(12) + 1).state).toBe('finished');
});

test('only a running timer finishes (PT-006)', () => {
  const past = { ...nothingHeld.timer, deadline: noon - 1000 };
  expect(readTimer(past, noon).state).toBe('reset');
});

test('a purchase of the other type resets the timer before it starts (PT-007)', () => {
  const box = running({ type: 'box' });
  const { timer, toInvalidate } = startTimer(box, { purchase: purchase(), now: noon + minutes(3) });
  expect(timer).toMatchObject({
    state: 'started',
    type: 'cart',
    situation: 'new',
    startedAt: noon + minutes(3),
    resetAt: noon + minutes(3),
  });
  expect(toInvalidate).toBe(purchase().id);
});

test('a timer that does not run starts with 12 minutes (PT-008, PT-009, CO-001)', () => {
  const cancelled = cancel(running(), { message: 'm', origin: 'cart', now: noon }).held;
  const finished = { ...running(), timer: { ...running().timer, state: 'finished' as const } };
  for (const held of [nothingHeld, cancelled, finished]) {
    const { timer } = startTimer(held, { purchase: purchase(), now: noon + minutes(1) });
    expect(timer).toMatchObject({ state: 'started', startedAt: noon + minutes(1), deadline: noon + minutes(13), minutes: 12 });
    expect(timer.message).toBeUndefined();
  }
});

test('a purchase that begins is a new process (PT-010)', () => {
  expect(running().timer.situation).toBe('new');
});

test('the same purchase goes on with its timer (PT-011, PT-012)', () => {
  const { timer } = startTimer(running(), { purchase: purchase(), performanceId: 102, now: noon + minutes(5) });
  expect(timer).toMatchObject({ startedAt: noon, deadline: noon + minutes(12), situation: 'reused', performanceId: 102 });
});

test('another purchase starts the timer anew (PT-013)', () => {
  const { timer } = startTimer(running(), { purchase: purchase({ id: otherId }), now: noon + minutes(5) });
  expect(timer).toMatchObject({ startedAt: noon + minutes(5), deadline: noon + minutes(17), purchaseId: otherId, situation: 'new' });
});

test('a cancel of what does not run changes nothing (PT-014)', () => {
  expect(cancel(nothingHeld, { message: 'm', origin: 'cart', now: noon })).toEqual({ held: nothingHeld, invalidate: null });
});

test('a cancel invalidates the purchase that is stored for it (PT-015, EN-049)', () => {
  expect(running().toInvalidate).toBe(purchase().id);
  expect(cancel(running(), { message: 'm', origin: 'cart', now: noon })).toMatchObject({
    invalidate: purchase().id,
    held: { toInvalidate: null },
  });
});

test('a cancel at the box office invalidates nothing (PT-016)', () => {
  expect(running({ type: 'box' }).toInvalidate).toBeNull();
  const box = { ...running({ type: 'box' }), toInvalidate: purchase().id };
  expect(cancel(box, { message: 'm', origin: 'boxScreen', now: noon }).invalidate).toBeNull();
});

test('without a stored process a cancel invalidates nothing (PT-017)', () => {
  const { held, invalidate } = cancel({ ...running(), toInvalidate: null }, { message: 'm', origin: 'cart', now: noon });
  expect(invalidate).toBeNull();
  expect(held.timer.state).toBe('reset');
});

test('a cancel clears the purchase (PT-018)', () => {
  expect(running().purchase).not.toBeNull();
  expect(cancel(running(), { message: 'm', origin: 'cart', now: noon }).held.purchase).toBeNull();
});

test('a cancelled timer is reset and carries message and origin (PT-003, PT-019)', () => {
  const { timer } = cancel(running(), { message: 'Your purchase has ended', origin: 'barClock', now: noon + 5 }).held;
  expect(timer).toMatchObject({ state: 'reset', message: 'Your purchase has ended', origin: 'barClock', resetAt: noon + 5 });
  expect(timer.deadline).toBeUndefined();
  expect(timer.purchaseId).toBeUndefined();
});

test('the second cancel finds nothing to do, so a purchase is invalidated once (PT-020)', () => {
  const once = cancel(running(), { message: 'm', origin: 'barClock', now: noon });
  expect(cancel(once.held, { message: 'other', origin: 'cart', now: noon + 1 })).toEqual({ held: once.held, invalidate: null });
});

test('a selected tab is started, knows its id and becomes the principal one (PT-030, PT-031)', () => {
  expect(selectedTab(7, noon)).toEqual({ state: 'started', tabId: 7, updatedAt: noon });
  const timer = selectTab(selectTab(running().timer, 7, noon + 1), 1, noon + 2);
  expect(timer).toMatchObject({ tabIds: [1, 7], principalTabId: 1, principalSince: noon + 2 });
});

test('start and deadline are the server’s', () => {
  const told = purchase({ startedAt: noon - minutes(1), deadline: noon + minutes(11), serverNow: noon });
  const { timer } = startTimer(nothingHeld, { purchase: told, now: noon });
  expect(secondsLeft(timer, noon)).toBe(660);
  expect(timer).toMatchObject({ startedAt: noon - minutes(1), deadline: noon + minutes(11), minutes: 12 });
});

test('a later deadline of the server wins, the same one repeated changes nothing', () => {
  const told = (serverNow: number, deadline: number) => purchase({ startedAt: noon, deadline, serverNow });
  const held = startTimer(nothingHeld, { purchase: told(noon, noon + minutes(12)), now: noon });
  const again = startTimer(held, { purchase: told(noon + 5000, noon + minutes(12)), now: noon + 6500 });
  expect(again.timer.deadline).toBe(held.timer.deadline);
  const longer = startTimer(held, { purchase: told(noon + minutes(11), noon + minutes(14)), now: noon + minutes(11) });
  expect(longer.timer.deadline).toBe(noon + minutes(14));
});

test('a charge protects the purchase from its clock and from every cancel (PT-020)', () => {
  const charging = chargeTimer(running(), 1, noon + minutes(11));
  const late = noon + minutes(13);
  expect(readTimer(charging.timer, late).state).toBe('started');
  expect(cancel(charging, { message: 'm', origin: 'cart', now: late })).toEqual({ held: charging, invalidate: null });
  expect(readTimer(endCharge(charging).timer, late).state).toBe('finished');
});

test('only the tab that owns a running purchase may charge it', () => {
  const held = running();
  expect(chargeTimer(held, 2, noon)).toBe(held);
  expect(chargeTimer(held, 1, noon + minutes(13))).toBe(held);
  expect(chargeTimer(nothingHeld, 1, noon)).toBe(nothingHeld);
  expect(chargeTimer(held, 1, noon).timer.situation).toBe('charging');
});

test('a paid purchase leaves a silent, reset timer and nothing to invalidate (EN-049)', () => {
  const { timer, ...rest } = pay(chargeTimer(running(), 1, noon), purchase().id, noon + 9);
  expect(rest).toEqual({ purchase: null, toInvalidate: null });
  expect(timer).toEqual({ state: 'reset', type: 'cart', tabIds: [1], resetAt: noon + 9 });
});

test('paying one purchase leaves another that has begun meanwhile', () => {
  const held = running({ id: otherId });
  expect(pay(held, purchase().id, noon)).toBe(held);
});

test('the box office resets without a message (TB-035)', () => {
  expect(reset(running({ type: 'box' }), noon + 3)).toEqual({
    timer: { state: 'reset', type: 'box', tabIds: [1], resetAt: noon + 3 },
    purchase: null,
    toInvalidate: null,
  });
});
