import type { VenueMap } from '@butaca/venue-map';
import type { Db } from '#db/connect';
import type { ChargeRule } from './pricing.ts';
import { findSale, findVenueMap } from './queries-sale.ts';
import type { Channel, PerformanceStateName, SaleLevel, SaleSector } from './rows.ts';

/** What selling a performance needs to know of it; places are ranges of ids in its venue's map. */
export interface Sale {
  readonly performanceId: number;
  /** By the database's clock, from which this process only counts on. */
  readonly hasBegun: () => boolean;
  readonly state: PerformanceStateName;
  readonly mapHash: string | null;
  readonly sectors: readonly SaleSector[];
  readonly levels: readonly SaleLevel[];
  readonly charges: Readonly<Record<Channel, readonly ChargeRule[]>>;
}

/** Null when there is no such performance. */
export async function readSale(db: Db, performanceId: number): Promise<Sale | null> {
  const readAt = performance.now();
  const [row] = await findSale(db, performanceId);
  if (!row) return null;
  const { startsInMs, charges, ...sale } = row;
  const rulesFor = (channel: Channel) =>
    charges.filter((charge) => charge.channel === channel).map(({ channel: _, ...rule }): ChargeRule => rule);
  return {
    ...sale,
    hasBegun: () => performance.now() - readAt >= startsInMs,
    charges: { online: rulesFor('online'), box_office: rulesFor('box_office') },
  };
}

/** The map of a version as its authors drew it; null when there is none. */
export async function readVenueMap(db: Db, hash: string): Promise<VenueMap | null> {
  return (await findVenueMap(db, hash))[0]?.authoring ?? null;
}
