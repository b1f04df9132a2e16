import type { SeatTrait } from '@butaca/venue-map';

/**
 * What a place is to this buyer. Before the first answer about what is left it is unknown; a claim or a return under way
 * goes before what was known.
 */
export type PlaceState = 'unknown' | 'free' | 'taken' | 'mine' | 'pending';

export interface Filter {
  /** Only places for a wheelchair and their companions'. */
  readonly accessible: boolean;
  /** Only places of this price level. */
  readonly level: number | null;
}

export const noFilter: Filter = { accessible: false, level: null };

export const isAccessible = (traits: readonly SeatTrait[] | undefined): boolean =>
  traits?.some((trait) => trait === 'wheelchair' || trait === 'companion') ?? false;
