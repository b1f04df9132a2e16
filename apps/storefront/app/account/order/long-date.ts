interface Place {
  readonly language: string;
  readonly timeZone: string;
}

/** `domingo, 22 de noviembre` in a venue's time zone, with the year when it differs from that of `now`. */
export function longDay(at: number, now: number, { language, timeZone }: Place): string {
  const yearOf = (moment: number) => new Intl.DateTimeFormat(language, { timeZone, year: 'numeric' }).format(moment);
  return new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(yearOf(at) === yearOf(now) ? {} : { year: 'numeric' as const }),
  }).format(at);
}

/** `18:30`. */
export const clockTime = (at: number, { language, timeZone }: Place): string =>
  new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
