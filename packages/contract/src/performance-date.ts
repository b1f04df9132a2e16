import * as z from 'zod/mini';
import { Instant, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

const between = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum));

/** When a performance starts, in the venue's own time; months count from 1 (EN-018..022). */
export const PerformanceDate = wireObject({
  weekday: ['oFuncionDiaDeLaSemana', z.optional(wireObject({ name: ['cNombre', z.optional(z.string())] }))],
  day: ['nFuncionDia', between(1, 31)],
  month: ['nFuncionMes', between(1, 12)],
  year: ['nFuncionAnio', z.optional(between(1900, 9999))],
  hour: ['nFuncionHora', between(0, 23)],
  minute: ['nFuncionMinuto', between(0, 59)],
});
export type PerformanceDate = z.output<typeof PerformanceDate>;

/** The year of an answer that brings none: the next date that fits, counted from `today` (C-40). */
export function yearOf(date: PerformanceDate, today: { year: number; month: number; day: number }): number {
  if (date.year !== undefined) return date.year;
  const passed = date.month < today.month || (date.month === today.month && date.day < today.day);
  const fits = (year: number) => new Date(Date.UTC(year, date.month - 1, date.day)).getUTCDate() === date.day;
  let year = today.year + (passed ? 1 : 0);
  while (!fits(year)) year += 1;
  return year;
}

/** The weekday in the reader's language: what the answer names, else computed (EN-018). */
export function weekdayOf(date: PerformanceDate, today: { year: number; month: number; day: number }, locale: string): string {
  if (date.weekday?.name) return date.weekday.name;
  const noon = Date.UTC(yearOf(date, today), date.month - 1, date.day, 12);
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(noon);
}

/** For calendars, which take over what has changed of an event by them. */
export const changesOfEvent = {
  /** Counts its changes, from 1. */
  revision: ['nRevision', z.optional(z.int())],
  changedAt: ['dModificada', z.optional(Instant)],
  isCancelled: ['lCancelada', z.optional(YesNo)],
} as const;
