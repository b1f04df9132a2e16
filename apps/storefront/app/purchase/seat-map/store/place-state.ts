import type { SeatTrait } from '@butaca/venue-map';

/**
 * A place's state for this buyer. Unknown until the first availability answer; `pending` while a claim or a return is under
 * way.
 */
export type PlaceState = 'unknown' | 'free' | 'taken' | 'mine' | 'pending';

export interface Filter {
  /** Only places for a wheelchair and their companions'. */
  readonly accessible: boolean;
  /** No places from which something is hidden. */
  readonly clearView: boolean;
  /** Only places of this price level. */
  readonly level: number | null;
}

export const noFilter: Filter = { accessible: false, clearView: false, level: null };

export const isFiltering = ({ accessible, clearView, level }: Filter): boolean => accessible || clearView || level !== null;

export const isAccessible = (traits: readonly SeatTrait[] | undefined): boolean =>
  traits?.some((trait) => trait === 'wheelchair' || trait === 'companion') ?? false;
