import { momentText as textOf } from '@butaca/brand/dates';
import { settings } from '../settings.ts';

/** `21 nov 2026, 14:05`, by the clock of the deployment. */
export const momentText = (epochMs: number): string => textOf(epochMs, settings.locale, { dateStyle: 'medium' });
