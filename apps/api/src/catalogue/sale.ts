import type { SaleObstacle } from '@butaca/contract';
import { compileVenueMap, type VenueMap } from '@butaca/venue-map';
import type { Db } from '#db/connect';
import { BoundedCache } from '#http/bounded-cache';
import type { ChargeRule } from './pricing.ts';
import { findSale, findVenueMap } from './queries-sale.ts';
import type { Channel, PromotionRow, SaleLevel, SaleSector, ShowReservation, SlowPayments } from './rows.ts';

/** The facts of a performance that selling needs; places are ranges of ids in its venue's map. */
export interface Sale {
  readonly performanceId: number;
  /** What keeps a channel from selling it now, by the database's clock, read once and counted on from there; null: nothing (decision 111). */
  readonly obstacle: (channel: Channel) => SaleObstacle | null;
  /** What keeps the places that a purchase holds from being paid within its time; its start does not. */
  readonly heldObstacle: SaleObstacle | null;
  /** Whether its end has come for every channel. */
  readonly hasEnded: () => boolean;
  /** Milliseconds until its start, by the same clock; negative after it. */
  readonly startsInMs: () => number;
  readonly mapHash: string | null;
  /** Places of it that one customer may hold and have bought; undefined where the brand's limit holds. */
  readonly mostPerCustomer: number | undefined;
  /** Percent of its places that accounts which have never paid may hold unpaid from one network; undefined where the brand's holds. */
  readonly newcomersPerNetwork: number | undefined;
  /** Null when its places may not be reserved. */
  readonly reservation: ShowReservation | null;
  /** Null where it takes only payments that are confirmed at once. */
  readonly slowPayments: SlowPayments | null;
  readonly sectors: readonly SaleSector[];
  readonly levels: readonly SaleLevel[];
  readonly charges: Readonly<Record<Channel, readonly ChargeRule[]>>;
  /** Those that are not over, in the order of the catalogue. */
  readonly promotions: readonly Promotion[];
}

/** A rule by which tickets cost less. */
export interface Promotion extends Omit<PromotionRow, 'fromMs' | 'untilMs'> {
  /** Whether it may be had now, by the database's clock. */
  readonly isOpen: () => boolean;
}

/** Null when there is no such performance. */
export async function readSale(db: Db, performanceId: number): Promise<Sale | null> {
  const readAt = performance.now();
  const [row] = await findSale(db, performanceId);
  if (!row) return null;
  const { startsInMs: startsIn, channels, charges, promotions, mostPerCustomer, newcomersPerNetwork, ...sale } = row;
  const sinceMs = () => performance.now() - readAt;
  const hasEndedIn = (channel: Channel) => sinceMs() >= channels[channel].endsInMs;
  const rulesFor = (channel: Channel) =>
    charges.filter((charge) => charge.channel === channel).map(({ channel: _, ...rule }): ChargeRule => rule);
  return {
    ...sale,
    mostPerCustomer: mostPerCustomer ?? undefined,
    newcomersPerNetwork: newcomersPerNetwork ?? undefined,
    obstacle: (channel) => channels[channel].obstacle ?? (hasEndedIn(channel) ? channels[channel].ending : null),
    hasEnded: () => hasEndedIn('online') && hasEndedIn('box_office'),
    startsInMs: () => startsIn - sinceMs(),
    charges: { online: rulesFor('online'), box_office: rulesFor('box_office') },
    promotions: promotions.map(({ fromMs, untilMs, ...promotion }) => ({
      ...promotion,
      isOpen: () => (fromMs === null || sinceMs() >= fromMs) && (untilMs === null || sinceMs() < untilMs),
    })),
  };
}

/** The map of a version as its authors drew it; null when there is none. */
export async function readVenueMap(db: Db, hash: string): Promise<VenueMap | null> {
  return (await findVenueMap(db, hash))[0]?.authoring ?? null;
}

type PlacesByCategory = ReadonlyMap<string, number>;

const MOST_MAPS = 100;

/** How many places of a map have one of these categories, which are the ones with a price. A version of a map is read once. */
export function sellablePlaces(db: Db): (mapHash: string, categories: readonly string[]) => Promise<number> {
  const maps = new BoundedCache<PlacesByCategory>({ mostEntries: MOST_MAPS });
  return async (mapHash, categories) => {
    const places = await maps.get(mapHash, () => countPlaces(db, mapHash));
    return categories.reduce((sum, category) => sum + (places.get(category) ?? 0), 0);
  };
}

async function countPlaces(db: Db, mapHash: string): Promise<PlacesByCategory> {
  const map = await readVenueMap(db, mapHash);
  if (!map) throw new Error(`venue map ${mapHash} does not exist`);
  const counts = new Map<string, number>();
  for (const index of compileVenueMap(map).category) {
    const { id = '' } = map.categories[index] ?? {};
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
