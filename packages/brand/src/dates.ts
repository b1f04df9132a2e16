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
