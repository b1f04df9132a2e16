/** A moment as its venue's clocks show it; months count from 1. */
export interface ClockTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const two = (value: number) => String(value).padStart(2, '0');
const SHORT_MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic'];

/** The styles a deployment knows (OP-010..013), with a 24-hour clock. */
export const dateStyles = {
  DMY_HM: (time: ClockTime) => `${two(time.day)}/${two(time.month)}/${time.year} ${two(time.hour)}:${two(time.minute)}`,
  DMY: (time: ClockTime) => `${two(time.day)}/${two(time.month)}/${time.year}`,
  DM: (time: ClockTime) => `${two(time.day)}/${two(time.month)}`,
  DD_MMM: (time: ClockTime) => `${two(time.day)} ${SHORT_MONTHS[time.month - 1]}`,
} as const satisfies Record<string, (time: ClockTime) => string>;
