import type { Tx } from '#db/connect';
import type { Catalogue } from './entries.ts';
import { type GivenPerformance, type Identities, identifyPerformances } from './identify-performances.ts';
import { findVenueZones } from './queries.ts';
import { findKnownPerformances } from './queries-shows.ts';

export interface IdentifyOptions {
  /** By the key of a question. */
  readonly answers?: ReadonlyMap<string, string>;
  /** Where a performance stands in its file, by the turn of its show and its own. */
  readonly at?: (show: number, performance: number) => string;
}

/** Finds the performances of a catalogue among those that its shows have already; `ids` in the order in which its shows name them. */
export async function performancesAreKnown(
  tx: Tx,
  { shows, venues }: Catalogue,
  { answers = new Map(), at = () => '' }: IdentifyOptions = {},
): Promise<Identities> {
  const known = await findKnownPerformances(
    tx,
    shows.map(({ seo }) => seo),
  );
  const zones = new Map((await findVenueZones(tx)).map(({ seo, timeZone }) => [seo, timeZone]));
  for (const { seo, timeZone } of venues) zones.set(seo, timeZone);
  const given = shows.flatMap(({ seo: show, performances }, showTurn) =>
    performances.map(
      ({ venue, startsAt, key, links, previousStarts }, turn): GivenPerformance => ({
        ...{ at: at(showTurn, turn), show, venue, startsAt, key, links, previousStarts },
        timeZone: zones.get(venue) ?? 'UTC',
      }),
    ),
  );
  return identifyPerformances(given, known, answers);
}
