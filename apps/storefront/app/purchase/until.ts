import { dateText, type MomentPlace, momentText, timeText } from '@butaca/brand/dates';
import type { Translate } from '@butaca/brand/translate';
import { serverClock } from '@butaca/browser/server-clock.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../frame/use-frame.ts';
import momentsTexts from '../i18n/es/moments.json';

interface Now extends MomentPlace {
  /** Epoch ms. */
  readonly now: number;
  readonly t: Translate<typeof momentsTexts>;
}

const DAY = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;

/** After the word "hasta", in the zone of `place`: `las 14:32` for a moment of today, else `el domingo 22 de noviembre, 18:05`. */
export function untilText(until: number, { now, t, ...place }: Now): string {
  const isToday = dateText(until, place, DAY) === dateText(now, place, DAY);
  return isToday
    ? t('until.today', { time: timeText(until, place) })
    : t('until.day', { day: momentText(until, place, { weekday: 'long', day: 'numeric', month: 'long' }) });
}

/** Writes until when something lasts, by the brand's clock, or that of a venue. */
export function useUntil(ofVenue?: string): (until: number) => string {
  const { t } = useTranslation(momentsTexts);
  const { language, timeZone } = useFrame().brand.locale;
  return (until) => untilText(until, { now: serverClock.now(), language, timeZone: ofVenue ?? timeZone, t });
}
