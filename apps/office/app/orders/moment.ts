import { momentText as textOf } from '@butaca/brand/dates';
import type { SoldPerformance } from '@butaca/contract/order';
import { settings } from '../settings.ts';

/** `21 nov 2026, 14:05`, by the clock of the deployment. */
export const momentText = (epochMs: number): string => textOf(epochMs, settings.locale, { dateStyle: 'medium' });

/** `Hamlet, vie 4 dic, 20:30`, by the venue's clock. */
export const performanceText = ({ showName, date: { year = 0, month, day, hour, minute } }: SoldPerformance): string =>
  `${showName}, ${textOf(Date.UTC(year, month - 1, day, hour, minute), { ...settings.locale, timeZone: 'UTC' }, { weekday: 'short', day: 'numeric', month: 'short' })}`;
