import type { PurchasePerformance } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/connect';
import { presentImages } from './images.ts';
import { linkHash } from './link-hash.ts';
import { localDate } from './local-date.ts';
import type { PresenterSettings } from './presenter-settings.ts';
import { findPerformanceCards } from './queries-sale.ts';
import type { PerformanceCardRow } from './rows.ts';

export type PerformanceCard = Omit<PurchasePerformance, 'placeCount' | 'total' | 'places'>;

/** Names and pictures that change are seen after this long. */
const FRESH_MS = 5000;
const MOST_CARDS = 1000;

/** The performances of a purchase as their buyer sees them: show, date, venue, pictures; in the order of their dates. */
export function performanceCards(
  db: Db,
  settings: PresenterSettings,
  mostCards = MOST_CARDS,
): (performanceIds: readonly number[]) => Promise<PerformanceCard[]> {
  const cards = new LRUCache<number, { readonly card: PerformanceCard; readonly startsAtMs: number }>({ max: mostCards, ttl: FRESH_MS });
  return async (performanceIds) => {
    const kept = performanceIds.flatMap((id) => cards.get(id) ?? []);
    const known = new Set(kept.map(({ card }) => card.id));
    const missing = performanceIds.filter((id) => !known.has(id));
    const rows = missing.length === 0 ? [] : await findPerformanceCards(db, missing);
    const read = rows.map((row) => ({ card: cardOf(row, settings), startsAtMs: row.startsAt.epochMilliseconds }));
    for (const each of read) cards.set(each.card.id, each);
    return [...kept, ...read].sort((a, b) => a.startsAtMs - b.startsAtMs || a.card.id - b.card.id).map(({ card }) => card);
  };
}

const cardOf = (
  { id, startsAt, timeZone, venueName, showName, showSeo, showTypeId, namesUntil, images }: PerformanceCardRow,
  settings: PresenterSettings,
): PerformanceCard => ({
  id,
  hash: linkHash(settings.secret, 'performance', id),
  showSeo,
  show: { name: showName, venueName, typeId: showTypeId, images: presentImages(images, showSeo) },
  date: localDate(startsAt, timeZone, settings.locale),
  ...(namesUntil === null ? {} : { namesUntil: namesUntil.epochMilliseconds }),
});
