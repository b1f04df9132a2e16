const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, known);
  return known;
}

/** `2026-11-21`, as the venue's calendar has it. */
export const dayOf = (epochMs: number, timeZone: string): string =>
  formatOf('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(epochMs);

export const dateText = (epochMs: number, timeZone: string, language: string): string =>
  formatOf(language, { timeZone, weekday: 'short', day: 'numeric', month: 'short' }).format(epochMs);

export const timeText = (epochMs: number, timeZone: string, language: string): string =>
  formatOf(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(epochMs);
