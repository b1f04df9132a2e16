import * as dates from '@butaca/brand/dates';
import type { Translate } from '@butaca/brand/translate';
import type { RoomOfPerformance } from '@butaca/contract/office-queue';
import type queueTexts from '../i18n/es/queue.json';
import { settings } from '../settings.ts';

export type T = Translate<typeof queueTexts>;

/** What is said of a moment is said by the venue's clock. */
type Place = Pick<RoomOfPerformance['performance'], 'timeZone'>;

const at = ({ timeZone }: Place) => ({ language: settings.locale.language, timeZone });

/** `sáb 21 nov, 20:30`. */
export const whenText = (epochMs: number, place: Place): string =>
  dates.momentText(epochMs, at(place), { weekday: 'short', day: 'numeric', month: 'short' });

export const clockText = (epochMs: number, place: Place): string => dates.timeText(epochMs, at(place));

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Roughly how long: seconds below two minutes, minutes below two hours, and so on. */
export function spanText(ms: number, t: T): string {
  if (ms < 2 * MINUTE) return t('left.seconds', { count: Math.max(0, Math.round(ms / SECOND)) });
  if (ms < 2 * HOUR) return t('left.minutes', { count: Math.round(ms / MINUTE) });
  if (ms < 2 * DAY) return t('left.hours', { count: Math.round(ms / HOUR) });
  return t('left.days', { count: Math.round(ms / DAY) });
}

const percent = new Intl.NumberFormat(settings.locale.language, { style: 'percent' });
export const percentText = (share: number): string => percent.format(share);

const number = new Intl.NumberFormat(settings.locale.language, { useGrouping: 'always' });
export const numberText = (value: number): string => number.format(value);
