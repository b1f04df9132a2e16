import { dateText, timeText } from '@butaca/brand/dates';
import { useFrame } from '../../frame/use-frame.ts';

/** Moments in the deployment's time zone: `22 de noviembre de 2026`, and `18:30`. */
export function useDates() {
  const { locale } = useFrame().brand;
  return {
    day: (at: number) => dateText(at, locale, { dateStyle: 'long' }),
    time: (at: number) => timeText(at, locale),
  };
}
