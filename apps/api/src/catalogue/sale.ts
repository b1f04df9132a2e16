import type { VenueMap } from '@butaca/venue-map';
import type { Db } from '#db/connect';
import type { ChargeRule } from './pricing.ts';
import { findSale, findVenueMap } from './queries-sale.ts';
import type { Channel, PerformanceStateName } from './rows.ts';

export interface SaleSector {
  readonly id: number;
  readonly name: string;
  readonly kind: 'seated' | 'standing' | 'quantity';
  readonly firstPlace: number;
  readonly placeCount: number;
}

export interface SalePriceType {
  readonly id: number;
  readonly name: string;
  /** Minor units, taxes included. */
  readonly faceValue: number;
  /** Basis points. */
  readonly taxRate: number;
}

export interface SaleLevel {
  readonly id: number;
  readonly name: string;
  /** Id of the map's category that it prices. */
  readonly category: string;
  readonly types: readonly SalePriceType[];
}

/** What selling a performance needs to know of it; places are ranges of ids in its venue's map. */
export interface Sale {
  readonly performanceId: number;
  readonly startsAtMs: number;
  readonly state: PerformanceStateName;
  readonly mapHash: string | null;
  readonly sectors: readonly SaleSector[];
  readonly levels: readonly SaleLevel[];
  readonly charges: Readonly<Record<Channel, readonly ChargeRule[]>>;
}

/** Null when there is no such performance. */
export async function readSale(db: Db, performanceId: number): Promise<Sale | null> {
  const [row] = await findSale(db, performanceId);
  if (!row) return null;
  const { startsAt, charges, ...sale } = row;
  const rulesFor = (channel: Channel) =>
    charges.filter((charge) => charge.channel === channel).map(({ channel: _, ...rule }): ChargeRule => rule);
  return { ...sale, startsAtMs: startsAt.epochMilliseconds, charges: { online: rulesFor('online'), box_office: rulesFor('box_office') } };
}

export async function readVenueMap(db: Db, hash: string): Promise<VenueMap | null> {
  return (await findVenueMap(db, hash))[0]?.authoring ?? null;
}
