import type { PurchasePerformance } from '@butaca/contract';
import type { Db } from '#db/connect';
import { presentImages } from './images.ts';
import { linkHash } from './link-hash.ts';
import { localDate } from './local-date.ts';
import { findPerformanceCards } from './queries-sale.ts';
import type { Voice } from './voice.ts';

type PerformanceCard = Omit<PurchasePerformance, 'placeCount' | 'total' | 'places'>;

/** What a purchase says of the performances in it: show, date, venue, pictures; in the order of their dates. */
export async function readPerformanceCards(db: Db, performanceIds: readonly number[], voice: Voice): Promise<PerformanceCard[]> {
  const rows = performanceIds.length === 0 ? [] : await findPerformanceCards(db, performanceIds);
  return rows.map(({ id, startsAt, timeZone, venueName, showName, showSeo, showTypeId, images }) => ({
    id,
    hash: linkHash(voice.secret, 'performance', id),
    showSeo,
    show: { name: showName, venueName, typeId: showTypeId, images: presentImages(images, showSeo) },
    date: localDate(startsAt, timeZone, voice.locale),
  }));
}
