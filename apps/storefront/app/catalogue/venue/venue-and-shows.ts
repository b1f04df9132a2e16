import type { BillboardShow, Venue } from '@butaca/contract';
import { toCard } from '../card.ts';

/** A venue by its id and what plays there; null when there is no such venue. The seo name only decorates. */
export function venueAndShows(id: string, venues: readonly Venue[], shows: readonly BillboardShow[]) {
  const venue = venues.find((each) => String(each.id) === id);
  return venue ? { venue, shows: shows.filter(({ venueId }) => venueId === venue.id).map(toCard) } : null;
}
