/** `domingo, 22 de noviembre, 18:05`, by the brand's clock. */
export const offerEnd = (until: number, { language, timeZone }: { language: string; timeZone: string }): string =>
  new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(until);
