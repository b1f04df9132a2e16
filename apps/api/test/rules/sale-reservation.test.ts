import { Refusal } from '@butaca/contract';
import { expect, test } from 'vitest';
import { judgeReservation } from '../../src/sale/reserve/judge-reservation.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const nowMs = Date.UTC(2026, 10, 2, 15);
const rule = { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 50, partPayable: true };
const facts: Parameters<typeof judgeReservation>[0] = {
  ...{ nowMs, startsAtMs: nowMs + 60 * DAY, firstMs: null, byCustomer: 0, byAll: 0 },
  ...{ channel: 'online', rule, places: 1, capacity: 200, slots: [] },
};
const judged = (given: Partial<typeof facts>) => judgeReservation({ ...facts, ...given });
const refusalOf = (given: Partial<typeof facts>) => {
  try {
    return judged(given);
  } catch (error) {
    return error instanceof Refusal ? error.data : error;
  }
};
const atCounter = { channel: 'box_office' } as const;

test('a reservation lasts the days of its show, or until reservations close before the start', () => {
  expect(judged({})).toEqual({ untilMs: nowMs + 3 * DAY, slot: 101 });
  expect(judged({ startsAtMs: nowMs + 3 * DAY })).toEqual({ untilMs: nowMs + 2 * DAY, slot: 101 });
  expect(judged({ startsAtMs: nowMs + 3 * DAY, ...atCounter })).toEqual({ untilMs: nowMs + 2 * DAY, slot: null });
});

test('the days of a customer count from the first reservation of the performance, those of a counter from now', () => {
  expect(judged({ firstMs: nowMs - DAY }).untilMs).toBe(nowMs + 2 * DAY);
  expect(judged({ firstMs: nowMs - DAY, ...atCounter }).untilMs).toBe(nowMs + 3 * DAY);
});

test('what would end within the hour is bought, not reserved', () => {
  expect(judged({ startsAtMs: nowMs + 25 * HOUR }).untilMs).toBe(nowMs + HOUR);
  expect(refusalOf({ startsAtMs: nowMs + 25 * HOUR - 1 })).toEqual({ reason: 'closed' });
  expect(refusalOf({ firstMs: nowMs - 3 * DAY + HOUR - 1 })).toEqual({ reason: 'closed' });
});

test('a show without the rule takes no reservations', () => {
  expect(refusalOf({ rule: null })).toEqual({ reason: 'show' });
});

test('a customer reserves at most as many places as the rule says, with those reserved before; of a counter each reservation counts by itself', () => {
  expect(judged({ places: 4, byCustomer: 2 }).slot).toBe(101);
  expect(refusalOf({ places: 4, byCustomer: 3 })).toEqual({ reason: 'customer', most: 6 });
  expect(judged({ places: 6, byCustomer: 3, ...atCounter }).slot).toBeNull();
  expect(refusalOf({ places: 7, ...atCounter })).toEqual({ reason: 'customer', most: 6 });
});

test('everybody together reserves at most the show’s share of the places, rounded down', () => {
  expect(judged({ places: 4, byAll: 96 }).slot).toBe(101);
  expect(refusalOf({ places: 4, byAll: 97 })).toEqual({ reason: 'full' });
  expect(refusalOf({ capacity: 9, places: 5 })).toEqual({ reason: 'full' });
  expect(refusalOf({ places: 4, byAll: 97, ...atCounter })).toEqual({ reason: 'full' });
});

test('a customer has six reservations at a time, in slots above those of purchases', () => {
  expect(judged({ slots: [1, 2, 101, 103] }).slot).toBe(102);
  expect(judged({ slots: [101, 102, 103, 104, 105] }).slot).toBe(106);
  expect(refusalOf({ slots: [101, 102, 103, 104, 105, 106] })).toEqual({ reason: 'reservations', most: 6 });
  expect(judged({ slots: [101, 102, 103, 104, 105, 106], ...atCounter }).slot).toBeNull();
});
