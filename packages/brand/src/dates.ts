/** A moment as its venue's clocks show it; months count from 1. */
export interface ClockTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Numeric dates (OP-010..012), with a 24-hour clock; `05 mar` is written in the reader's language (`dayAndMonth` of the storefront). */
export const dateStyles = {
  DMY_HM: (time: ClockTime) => `${two(time.day)}/${two(time.month)}/${time.year} ${two(time.hour)}:${two(time.minute)}`,
  DMY: (time: ClockTime) => `${two(time.day)}/${two(time.month)}/${time.year}`,
  DM: (time: ClockTime) => `${two(time.day)}/${two(time.month)}`,
} as const satisfies Record<string, (time: ClockTime) => string>;

/** Where and for whom a moment is written. */
export interface MomentPlace {
  readonly language: string;
  readonly timeZone: string;
}

/** `08:05`, by the 24-hour clock in every language, as tickets show it. */
export const timeText = (epochMs: number, { language, timeZone }: MomentPlace): string =>
  formatOf(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(epochMs);

/** Long dates; in Spanish without the comma behind the weekday that `Intl` writes and tickets do not have. Decision 117 names the forms of dates. */
export function dateText(epochMs: number, { language, timeZone }: MomentPlace, date: Intl.DateTimeFormatOptions): string {
  const text = formatOf(language, { ...date, timeZone }).format(epochMs);
  return language.startsWith('es') ? text.replace(/^(\p{L}+), /u, '$1 ') : text;
}

/** `domingo 22 de noviembre, 18:05`: a date as `date` says it, and the time. */
export const momentText = (epochMs: number, place: MomentPlace, date: Intl.DateTimeFormatOptions): string =>
  `${dateText(epochMs, place, date)}, ${timeText(epochMs, place)}`;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one takes longer than a page's other work for a date. English has the day before the month, as on tickets and in short dates. */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options);
  formats.set(key, format);
  return format;
}
