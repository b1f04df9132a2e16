import { useFrame } from '../../frame/use-frame.ts';

/** Moments in the deployment's time zone: `22 de noviembre de 2026`, and `18:30`. */
export function useDates() {
  const { language, timeZone } = useFrame().brand.locale;
  return {
    day: (at: number) => new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' }).format(at),
    time: (at: number) => new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at),
  };
}
