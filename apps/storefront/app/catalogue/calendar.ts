import type { ClockTime } from '@butaca/brand/dates';

/** A calendar day as the number of days since 1970-01-01, so that ranges are comparisons. */
export type DayNumber = number;

const DAY_MS = 86_400_000;

export const dayNumber = (year: number, month: number, day: number): DayNumber => Date.UTC(year, month - 1, day) / DAY_MS;

/** 0 is Monday. */
export const weekdayOf = (day: DayNumber): number => (((day + 3) % 7) + 7) % 7;

export function partsOf(day: DayNumber): { year: number; month: number; day: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** `2026-11-21`, or null when it is no date. */
export function readDay(text: string): DayNumber | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (!year || !month || !day) return null;
  const number = dayNumber(Number(year), Number(month), Number(day));
  const back = partsOf(number);
  return back.month === Number(month) && back.day === Number(day) ? number : null;
}

/** `2026-11-21`. */
export function writeDay(number: DayNumber): string {
  const { year, month, day } = partsOf(number);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Making a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = 'numeric';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
  });
  formats.set(timeZone, format);
  return format;
}

/** What the clocks of a time zone show at an instant (epoch milliseconds). */
export function clockIn(timeZone: string, at: number): ClockTime {
  const parts = formatIn(timeZone).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') };
}

/** The day it is in a time zone at an instant. */
export function dayIn(timeZone: string, now: number): DayNumber {
  const { year, month, day } = clockIn(timeZone, now);
  return dayNumber(year, month, day);
}
