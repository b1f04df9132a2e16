import type { VenueMap } from '@butaca/venue-map';
import type { PerformanceEntry, ShowEntry } from '../../apps/api/src/catalogue/import/index.ts';
import type { PlannedShow } from './demo-show.ts';
import { levelsFor, type PriceBook } from './price-book.ts';
import type { Run } from './run.ts';
import { scheduleOf } from './schedule.ts';

export interface ShowCircumstances {
  readonly position: number;
  readonly runs: Readonly<Record<string, Run>>;
  readonly prices: PriceBook;
  readonly maps: ReadonlyMap<string, VenueMap>;
  readonly now: Temporal.ZonedDateTime;
}

/** A show without a plan is given on three Saturdays. */
const unplanned: Run = { weeks: [1, 3], slots: [[[6], '19:00']] };

/** A show of a demo with a run planned now, without its images. */
export function showEntry(show: PlannedShow, { position, runs, prices, maps, now }: ShowCircumstances): ShowEntry {
  const { slug, venue, typeId } = show;
  const run = runs[slug] ?? unplanned;
  const levels = levelsFor(prices, maps.get(venue)?.categories ?? [], { venue, typeId, factor: run.priced ?? 1 });
  return {
    seo: slug,
    typeId,
    venue,
    name: show.title,
    subtitle: show.subtitle ?? null,
    description: show.synopsis,
    credits: show.credits,
    ageNote: show.ageNote,
    durationMinutes: show.durationMinutes,
    listed: true,
    position,
    images: [],
    charges: prices.charges({ venue, typeId }),
    performances: scheduleOf(run, now).map((when): PerformanceEntry => ({ ...when, venue, levels })),
  };
}
