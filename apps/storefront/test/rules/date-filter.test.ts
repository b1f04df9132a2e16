import { expect, test } from 'vitest';
import { dayIn, dayNumber, readDay } from '../../app/catalogue/calendar.ts';
import { type DateOption, dateOptions, daysOf, playsWithin } from '../../app/catalogue/date-filter.ts';

/** A Wednesday. */
const today = dayNumber(2026, 12, 16);
const days = (option: DateOption, from = today) => {
  const range = daysOf(option, from);
  return range && [new Date(range.from * 86_400_000), new Date(range.to * 86_400_000)].map((day) => day.toISOString().slice(0, 10));
};

test('the nine options stand in their order (OP-001)', () => {
  expect(dateOptions).toEqual([
    'all',
    'today',
    'tomorrow',
    'this_week',
    'this_weekend',
    'next_week',
    'this_month',
    'next_month',
    'specific',
  ]);
});

test('all dates are no limit', () => expect(days('all')).toBeNull());

test('today is one day (OP-002)', () => expect(days('today')).toEqual(['2026-12-16', '2026-12-16']));

test('tomorrow is one day (OP-003)', () => expect(days('tomorrow')).toEqual(['2026-12-17', '2026-12-17']));

test('this week runs from today to Sunday (OP-004, C-39)', () => {
  expect(days('this_week')).toEqual(['2026-12-16', '2026-12-20']);
  expect(days('this_week', dayNumber(2026, 12, 20))).toEqual(['2026-12-20', '2026-12-20']);
});

test('this weekend runs from Friday to Sunday and never begins before today (OP-005, C-39)', () => {
  expect(days('this_weekend')).toEqual(['2026-12-18', '2026-12-20']);
  expect(days('this_weekend', dayNumber(2026, 12, 19))).toEqual(['2026-12-19', '2026-12-20']);
  expect(days('this_weekend', dayNumber(2026, 12, 20))).toEqual(['2026-12-20', '2026-12-20']);
});

test('next week runs from Monday to Sunday (OP-006, C-39)', () => {
  expect(days('next_week')).toEqual(['2026-12-21', '2026-12-27']);
  expect(days('next_week', dayNumber(2026, 12, 14))).toEqual(['2026-12-21', '2026-12-27']);
  expect(days('next_week', dayNumber(2026, 12, 20))).toEqual(['2026-12-21', '2026-12-27']);
});

test('this month runs from today to its last day (OP-007)', () => {
  expect(days('this_month')).toEqual(['2026-12-16', '2026-12-31']);
  expect(days('this_month', dayNumber(2028, 2, 10))).toEqual(['2028-02-10', '2028-02-29']);
});

test('next month is whole, also over the new year (OP-008)', () => {
  expect(days('next_month')).toEqual(['2027-01-01', '2027-01-31']);
});

test('a specific date is that day alone, and no limit until it is chosen (OP-009)', () => {
  const day = readDay('2026-12-24');
  expect(daysOf('specific', today, day)).toEqual({ from: day, to: day });
  expect(daysOf('specific', today, null)).toBeNull();
  expect(readDay('2026-02-31')).toBeNull();
});

test('today is the day in Buenos Aires, not in the time zone of the visitor (C-39)', () => {
  const lateEvening = Date.parse('2026-12-17T02:30:00Z');
  expect(dayIn('America/Argentina/Buenos_Aires', lateEvening)).toBe(today);
  expect(dayIn('UTC', lateEvening)).toBe(today + 1);
});

test('a show is found on the days it plays and on no other', () => {
  const plays = [today, today + 2, today + 20];
  const on = (day: number) => playsWithin(plays, { from: day, to: day });
  expect([today - 1, today, today + 1, today + 2, today + 19, today + 20].map(on)).toEqual([false, true, false, true, false, true]);
});

test('a show is found by a range that holds one of its days', () => {
  expect(playsWithin([today, today + 9], { from: today + 3, to: today + 5 })).toBe(false);
  expect(playsWithin([today, today + 9], { from: today + 3, to: today + 9 })).toBe(true);
  expect(playsWithin([today], null)).toBe(true);
});
