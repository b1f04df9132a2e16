import { hasWords } from '@butaca/browser/search-words.ts';
import type { OfficePerformance } from '@butaca/contract/office';
import { dayOf } from './when.ts';

export const spans = ['upcoming', 'today', 'week', 'past'] as const;
export type Span = (typeof spans)[number];

export interface Filter {
  readonly search: string;
  readonly span: Span;
}

const DAY_MS = 86_400_000;

const inSpan: Readonly<Record<Span, (performance: OfficePerformance, now: number) => boolean>> = {
  upcoming: ({ startsAt }, now) => startsAt > now,
  // The whole day in the venue's time zone, with the performances that have begun.
  today: ({ startsAt, timeZone }, now) => dayOf(startsAt, timeZone) === dayOf(now, timeZone),
  week: ({ startsAt }, now) => startsAt > now && startsAt <= now + 7 * DAY_MS,
  past: ({ startsAt }, now) => startsAt <= now,
};

/** The performances that match, in order of time; past ones with the latest first. */
export function filtered(performances: readonly OfficePerformance[], { search, span }: Filter, now: number): OfficePerformance[] {
  const found = performances.filter((one) => inSpan[span](one, now) && hasWords(`${one.showName} ${one.venueName}`, search));
  return span === 'past' ? found.reverse() : found;
}

export const countsBySpan = (performances: readonly OfficePerformance[], search: string, now: number) =>
  Object.fromEntries(spans.map((span) => [span, filtered(performances, { search, span }, now).length])) as Record<Span, number>;
