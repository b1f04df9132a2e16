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
  // By the calendar of the venue, and until its end, with what has begun.
  today: ({ startsAt, timeZone }, now) => dayOf(startsAt, timeZone) === dayOf(now, timeZone),
  week: ({ startsAt }, now) => startsAt > now && startsAt <= now + 7 * DAY_MS,
  past: ({ startsAt }, now) => startsAt <= now,
};

/** As it is compared: without accents, whatever the case. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function matches({ showName, venueName }: OfficePerformance, search: string): boolean {
  const text = plain(`${showName} ${venueName}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Those of the search, by time; of what is past the latest first. */
export function filtered(performances: readonly OfficePerformance[], { search, span }: Filter, now: number): OfficePerformance[] {
  const found = performances.filter((one) => inSpan[span](one, now) && matches(one, search));
  return span === 'past' ? found.reverse() : found;
}

export const countsBySpan = (performances: readonly OfficePerformance[], search: string, now: number) =>
  Object.fromEntries(spans.map((span) => [span, filtered(performances, { search, span }, now).length])) as Record<Span, number>;
