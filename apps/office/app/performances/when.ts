import * as dates from '@butaca/brand/dates';

/** `2026-11-21`, as the venue's calendar has it. */
export const dayOf = (epochMs: number, timeZone: string): string =>
  dates.dateText(epochMs, { language: 'en-CA', timeZone }, { year: 'numeric', month: '2-digit', day: '2-digit' });

export const dateText = (epochMs: number, timeZone: string, language: string): string =>
  dates.dateText(epochMs, { language, timeZone }, { weekday: 'short', day: 'numeric', month: 'short' });

export const timeText = (epochMs: number, timeZone: string, language: string): string => dates.timeText(epochMs, { language, timeZone });
