import { settings } from '../settings.ts';

/** `21 nov 2026, 14:05`, by the clock of the deployment. */
export const momentText = (epochMs: number): string => {
  const { language, timeZone } = settings.locale;
  return new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(epochMs);
};
