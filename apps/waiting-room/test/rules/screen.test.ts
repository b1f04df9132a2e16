import type { QueueState } from '@butaca/contract/queue';
import type { QueueDocument } from '@butaca/fair-queue';
import { expect, test } from 'vitest';
import { type InLine, isWorthless, progressOf, screenOf } from '../../app/room/screen.ts';
import { NOW, own, room, serving } from './rooms.ts';

const waiting = (document: QueueDocument | null, state: QueueState | null) => screenOf({ document, state, activity: 'waiting' });
const withNumber = (number = own(1100)): QueueState => ({ redirectUrl: '', number });
const inLine = (document: QueueDocument, state = withNumber()) => waiting(document, state) as InLine;

test('until the queue host has answered, the page is finding the place', () => {
  expect(waiting(room(), null).kind).toBe('joining');
  expect(waiting(null, withNumber()).kind).toBe('joining');
  expect(screenOf({ document: room(), state: null, activity: 'working' }).kind).toBe('working');
});

test.each(['work', 'login', 'code', 'closed'] as const)('without a number the page says why: %s', (obstacle) => {
  expect(waiting(room(), { redirectUrl: '', obstacle })).toEqual({ kind: 'refused', obstacle });
});

test('before the draw there is a number, and no place yet', () => {
  const gathering = room({ phase: 'pre', drawn: null, startsAt: NOW + 60_000 });
  expect(waiting(gathering, withNumber())).toMatchObject({ kind: 'before_draw', startsAt: NOW + 60_000, gathered: 5000 });
});

test('a thousand people before: the positions from the one that is let in next', () => {
  expect(inLine(room())).toMatchObject({ kind: 'in_line', place: 1101, peopleBefore: 1000, pace: 'moving', isDemoted: false });
  expect(inLine(room(serving(1100)))).toMatchObject({ peopleBefore: 0 });
});

test('the turn has come once the position is let in, or once the queue host says so', () => {
  expect(waiting(room(serving(1101)), withNumber()).kind).toBe('turn');
  expect(waiting(room(), { redirectUrl: '/funcion/12' }).kind).toBe('turn');
});

test('a turn that comes during a pause waits for its end', () => {
  expect(inLine(room({ ...serving(1101), phase: 'paused' }))).toMatchObject({ kind: 'in_line', pace: 'paused', isCalled: true });
  expect(inLine(room(serving(1101)))).toEqual({ kind: 'turn' });
});

test('a paused room says so and gives no estimate; one that drains goes on', () => {
  expect(inLine(room({ phase: 'paused' }))).toMatchObject({ pace: 'paused', wait: null });
  expect(inLine(room({ phase: 'draining' }))).toMatchObject({ pace: 'draining', wait: { atLeast: 7, atMost: 13 } });
});

test('sold out and closed are said to everybody, with a number or without', () => {
  for (const state of [null, withNumber()]) {
    expect(waiting(room({ phase: 'sold_out' }), state).kind).toBe('sold_out');
    expect(waiting(room({ phase: 'closed' }), state).kind).toBe('open');
  }
});

test('a number of a network that was put last waits behind everybody, and is told why', () => {
  const drawn = { seed: '5e'.repeat(32), counts: { priority: 0, general: 5000, late: 0 } };
  expect(inLine(room({ drawn, demoted: ['ab12cd34'] }))).toMatchObject({ lane: 'late', isDemoted: true });
  expect(inLine(room({ drawn, demoted: ['ffffffff'] }))).toMatchObject({ lane: 'general', isDemoted: false });
});

test('a number is worthless after its turn, and after the room was opened anew; one of a newer room than the document is not', () => {
  const early = own(1100, { joinedAt: NOW - 700_000 });
  expect(isWorthless(early, room(serving(2000, 1101)))).toBe(true);
  expect(isWorthless(early, room(serving(2000, 1100)))).toBe(false);
  // Its position had been called before it was given: it has the same time as all others.
  expect(isWorthless(own(1100), room(serving(2000, 1101)))).toBe(false);
  expect(isWorthless(own(1100), room({ epoch: 2 }))).toBe(true);
  expect(isWorthless(own(1100, { epoch: 2 }), room())).toBe(false);
});

test('the line’s progress counts from what this browser first saw', () => {
  expect([progressOf(1000, 1000), progressOf(250, 1000), progressOf(0, 1000), progressOf(2000, 1000), progressOf(0, 0)]).toEqual([
    0, 0.75, 1, 0, 1,
  ]);
});

test('who left is told so, whatever the room does', () => {
  expect(screenOf({ document: room({ phase: 'sold_out' }), state: null, activity: 'left' }).kind).toBe('left');
});
