import { dateText, timeText } from '@butaca/brand/dates';

/** `2026-11-21T20:30`, as a field for a day and an hour has it, by the clock of this time zone. */
export function wallTimeOf(epochMs: number, timeZone: string): string {
  // Swedes write days as ISO 8601 does.
  const day = dateText(epochMs, { language: 'sv', timeZone }, { year: 'numeric', month: '2-digit', day: '2-digit' });
  return `${day}T${timeText(epochMs, { language: 'sv', timeZone })}`;
}

/** The moment at which the clock shows it, the first one where it does so twice; null for a text that is none. */
export function momentOf(wallTime: string, timeZone: string): number | null {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wallTime) ? Date.parse(`${wallTime}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  // The distance to UTC of a day before and of a day after: one of them holds at that moment.
  const candidates = [-86_400_000, 86_400_000].map((away) => asUtc - offsetMs(asUtc + away, timeZone)).sort((a, b) => a - b);
  return candidates.find((moment) => wallTimeOf(moment, timeZone) === wallTime) ?? candidates[0] ?? null;
}

const offsetMs = (epochMs: number, timeZone: string): number =>
  Date.parse(`${wallTimeOf(epochMs, timeZone)}:00Z`) - Math.floor(epochMs / 60_000) * 60_000;
