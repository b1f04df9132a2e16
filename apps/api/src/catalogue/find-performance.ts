import { type PerformanceDetail, Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import { presentImages } from './images.ts';
import { isLinkHash } from './link-hash.ts';
import { presentVenue, presentWhen } from './present-show.ts';
import { quote } from './pricing.ts';
import { findPerformance as readPerformance } from './queries.ts';
import type { Channel, PerformanceRow } from './rows.ts';
import type { Voice } from './voice.ts';

export interface WantedPerformance {
  readonly performanceId: number;
  readonly hash?: string | undefined;
  /** Charges differ between the storefront and the counter. */
  readonly channel: Channel;
}

/** A performance with sectors and final prices; over, cancelled, unlisted, unknown or with a wrong hash it is not available (C-10). */
export async function findPerformance(db: Db, wanted: WantedPerformance, voice: Voice): Promise<PerformanceDetail> {
  const { performanceId, hash, channel } = wanted;
  if (!isLinkHash(voice.secret, 'performance', performanceId, hash)) throw new Refusal('event_not_available');
  const [row] = await readPerformance(db, performanceId, channel);
  if (!row) throw new Refusal('event_not_available');
  return {
    ...presentWhen(row, row.venue.timeZone, voice),
    show: { name: row.showName, venueName: row.venue.name, typeId: row.showTypeId, images: presentImages(row.images, row.showSeo) },
    showSeo: row.showSeo,
    venue: presentVenue(row.venue),
    priceLevels: row.levels.map((level) => presentLevel(level, row, voice.displayUnit)),
    ...(row.mapHash ? { mapHash: row.mapHash } : {}),
    mostPlaces: voice.mostPlaces,
    sectors: row.sectors.map(({ levelIds, ...sector }) => ({ ...sector, priceLevelIds: [...levelIds] })),
  };
}

function presentLevel(
  { id, name, color, category, types }: PerformanceRow['levels'][number],
  { charges }: PerformanceRow,
  displayUnit: number,
) {
  return {
    id,
    name,
    ...(color ? { color } : {}),
    category,
    prices: types.map((type) => {
      const price = quote([{ ...type, charges, quantity: 1 }], displayUnit);
      return { priceTypeId: type.id, name: type.name, face: price.face, charges: price.charges, final: price.final, net: price.net };
    }),
  };
}
