import { type VenueMap } from '@butaca/venue-map';

export type DemoVenue = {
  readonly slug: string;
  readonly name: string;
  /** Street and number; invented. */
  readonly address: string;
  readonly city: string;
  readonly timeZone: string;
  readonly map: () => VenueMap;
  /** Suggested price levels, dearest first; together they cover every category of the map. */
  readonly priceLevels: readonly PriceLevelHint[];
};

export type PriceLevelHint = {
  readonly name: string;
  /** Ids of the map's categories sold at this level. */
  readonly categories: readonly string[];
  /** Share of the dearest level's price, 0…1. */
  readonly weight: number;
};
