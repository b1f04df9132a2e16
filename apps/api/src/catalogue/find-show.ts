import { Refusal, type ShowDetail } from '@butaca/contract';
import type { Db } from '#db/connect';
import { isLinkHash } from './link-hash.ts';
import { presentPerformance, presentShow, presentVenue } from './present-show.ts';
import { findListedShow, findPerformancesOfShow } from './queries.ts';
import type { Voice } from './voice.ts';

/** A listed show with its performances to come; anything else, and a wrong hash, is not available (C-10). */
export async function findShow(db: Db, { showId, hash }: { showId: number; hash?: string | undefined }, voice: Voice): Promise<ShowDetail> {
  if (!isLinkHash(voice.secret, 'show', showId, hash)) throw new Refusal('event_not_available');
  const [[row], performances] = await Promise.all([findListedShow(db, showId), findPerformancesOfShow(db, showId)]);
  if (!row) throw new Refusal('event_not_available');
  const { description, credits, ageNote, durationMinutes, venue } = row;
  return {
    ...presentShow(row, voice),
    ...(description ? { description } : {}),
    ...(credits ? { credits } : {}),
    ...(ageNote ? { ageNote } : {}),
    ...(durationMinutes ? { durationMinutes } : {}),
    venue: presentVenue(venue),
    performances: performances.map((performance) => presentPerformance(performance, venue.id, voice)),
  };
}
