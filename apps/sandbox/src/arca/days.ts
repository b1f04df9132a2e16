/** Argentina's clock has been at UTC−3 all year since 2009. */
const OFFSET_MS = -3 * 3_600_000;

const shifted = (time: number) => new Date(time + OFFSET_MS).toISOString();

/** `yyyymmdd` in Argentina. */
export const dayOf = (time: number): string => shifted(time).slice(0, 10).replaceAll('-', '');

/** `yyyymmddhhmmss`. */
export const secondOf = (time: number): string => shifted(time).slice(0, 19).replace(/\D/g, '');

/** `2026-11-26T11:00:00.000-03:00`. */
export const momentOf = (time: number): string => shifted(time).replace('Z', '-03:00');

/** Midnight of the day, in UTC, for comparisons alone; null of what is no date. */
function timeOf(day: string): number | null {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(day) ?? [];
  const time = Date.UTC(Number(year), Number(month) - 1, Number(date));
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10).replaceAll('-', '') !== day ? null : time;
}

export const isDay = (day: string): boolean => timeOf(day) !== null;

const DAY_MS = 86_400_000;

/** From one valid day to another. */
export const daysBetween = (from: string, to: string): number => ((timeOf(to) ?? Number.NaN) - (timeOf(from) ?? Number.NaN)) / DAY_MS;

export const addDays = (day: string, days: number): string =>
  new Date((timeOf(day) ?? Number.NaN) + days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
