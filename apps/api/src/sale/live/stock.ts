import { Refusal } from '@butaca/contract';
import { type CompiledMap, compileVenueMap, pictureOf, placeLabel, rangeOf, type VenueMap, type VenuePicture } from '@butaca/venue-map';
import { type Seating, seatingOf } from '@butaca/venue-map/best-available';
import type { Db } from '#db/connect';
import { BoundedCache } from '#http/bounded-cache';
import {
  type Channel,
  readSale,
  readVenueMap,
  type Sale,
  type SaleLevel,
  type SalePriceType,
  type SaleSector,
} from '../../catalogue/index.ts';
import { type PriceList, withPromise } from '../../waiting-room/index.ts';

/** A venue's map, compiled once per version and process. */
export interface Venue {
  readonly map: CompiledMap;
  readonly authoring: VenueMap;
  /** Drawn when it is first asked for, which takes up to a fifth of a second. */
  readonly picture: () => VenuePicture;
  readonly seating: Seating;
  /** Ids of the map's categories; a place's category is an index into it. */
  readonly categories: readonly string[];
}

/** What selling a performance needs: its sale as the catalogue has it, and its places. */
export interface Stock {
  readonly sale: Sale;
  readonly venue: Venue;
  /** The price level of a place; null for a place without a price, which is not for sale. */
  readonly levelOf: (placeId: number) => SaleLevel | null;
  readonly sectorOf: (placeId: number) => SaleSector | null;
}

/** Prices and states that change are seen after this long. */
const FRESH_MS = 2000;
const MOST_VENUES = 50;
/** Far more than a season has; requests for numbers that do not exist cannot fill the memory. */
const MOST_STOCKS = 5000;

/** Reads stocks, and keeps them as long as they are fresh. */
export class Stocks {
  readonly #db: Db;
  readonly #venues = new BoundedCache<Venue | null>({ mostEntries: MOST_VENUES });
  readonly #stocks = new BoundedCache<Stock | null>({ mostEntries: MOST_STOCKS, freshMs: FRESH_MS });

  constructor(db: Db) {
    this.#db = db;
  }

  /** Null when the performance is unknown or sells no places. */
  async get(performanceId: number): Promise<Stock | null> {
    return this.#stocks.get(String(performanceId), () => this.#read(performanceId));
  }

  /** The map of a version; null when there is none. */
  async venue(hash: string): Promise<Venue | null> {
    const compiled = async () => {
      const map = await readVenueMap(this.#db, hash);
      return map && venueOf(map);
    };
    return this.#venues.get(hash, compiled, (venue) => venue !== null);
  }

  async #read(performanceId: number): Promise<Stock | null> {
    const sale = await readSale(this.#db, performanceId);
    const venue = sale?.mapHash ? await this.venue(sale.mapHash) : null;
    return sale && venue && stockOf(sale, venue);
  }
}

function venueOf(authoring: VenueMap): Venue {
  const map = compileVenueMap(authoring);
  let picture: VenuePicture | undefined;
  return {
    authoring,
    map,
    picture: () => (picture ??= pictureOf(authoring, map)),
    seating: seatingOf(map, authoring.focal),
    categories: authoring.categories.map(({ id }) => id),
  };
}

function stockOf(sale: Sale, venue: Venue): Stock {
  const levels = new Map(sale.levels.map((level) => [level.category, level]));
  const levelOfCategory = venue.categories.map((category) => levels.get(category) ?? null);
  const sectors = sale.sectors.toSorted((a, b) => a.firstPlace - b.firstPlace);
  return {
    sale,
    venue,
    levelOf: (placeId) => levelOfCategory[venue.map.category[placeId] ?? -1] ?? null,
    sectorOf: (placeId) => rangeOf(sectors, placeId) ?? null,
  };
}

const promised = new WeakMap<Stock, Map<PriceList, Stock>>();

/** Stocks with the prices that somebody was promised in a waiting room; each made once, so that its quotes are kept. */
export const promisedStocks =
  (stocks: Stocks, promisedAt: (performanceId: number, atMs: number) => Promise<PriceList | null>) =>
  async (performanceId: number, promisedAtMs?: number | null): Promise<Stock | null> => {
    const stock = await stocks.get(performanceId);
    if (!stock || !promisedAtMs) return stock;
    const prices = await promisedAt(performanceId, promisedAtMs);
    if (!prices) return stock;
    return promised
      .getOrInsertComputed(stock, () => new Map())
      .getOrInsertComputed(prices, () => stockOf(withPromise(stock.sale, prices), stock.venue));
  };

/** The price type of a place: the one asked for, or its level's first when that one is not (or no longer) of its level. */
export function priceTypeOf({ levelOf }: Stock, placeId: number, priceTypeId: number | undefined): SalePriceType | null {
  const types = levelOf(placeId)?.types ?? [];
  return types.find(({ id }) => id === priceTypeId) ?? types[0] ?? null;
}

/** What is printed for a place: its sector, and row and seat where it has numbers. */
export function seatOf({ venue, sectorOf }: Stock, placeId: number): { sector: SaleSector | null; row?: string; seat?: string } {
  const { row, seat } = placeLabel(venue.map, placeId);
  return { sector: sectorOf(placeId), ...(row === null ? {} : { row }), ...(seat ? { seat } : {}) };
}

/** Refuses with the reason what a channel does not sell just now. */
export function requireOnSale({ sale }: Stock, channel: Channel): void {
  const reason = sale.obstacle(channel);
  if (reason !== null) throw new Refusal('not_on_sale', { reason });
}
