import type { SeatTrait } from '@butaca/venue-map';

/**
 * What a place is to this buyer. Before the first answer about what is left it is unknown; a claim or a return under way
 * goes before what was known.
 */
export type PlaceState = 'unknown' | 'free' | 'taken' | 'mine' | 'pending';

/** A pending place can be changed one's mind about. */
export const canTap = (state: PlaceState): boolean => state === 'free' || state === 'mine' || state === 'pending';

export interface Filter {
  /** Only places for a wheelchair and their companions'. */
  readonly accessible: boolean;
  /** Only places of this price level. */
  readonly level: number | null;
}

export const noFilter: Filter = { accessible: false, level: null };

export const isAccessible = (traits: readonly SeatTrait[] | undefined): boolean =>
  traits?.some((trait) => trait === 'wheelchair' || trait === 'companion') ?? false;

export function placeState(known: { free: boolean | undefined; mine: boolean; pending: boolean }): PlaceState {
  if (known.pending) return 'pending';
  if (known.mine) return 'mine';
  if (known.free === undefined) return 'unknown';
  return known.free ? 'free' : 'taken';
}
