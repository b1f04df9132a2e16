/** Places picked for somebody who asked for so many. */
export interface Choice {
  readonly placeIds: readonly number[];
  /** Side by side, or in a sector without numbers. */
  readonly contiguous: boolean;
}

/** Picks among the places whose bit is set; null when there are not enough. */
export type Choose = (free: Uint32Array) => Choice | null;

export const withPlaces = (free: Uint32Array, placeIds: readonly number[]) => {
  for (const place of placeIds) free[place >>> 5] = (free[place >>> 5] ?? 0) | (1 << (place & 31));
};

export const withoutPlaces = (free: Uint32Array, placeIds: readonly number[]) => {
  for (const place of placeIds) free[place >>> 5] = (free[place >>> 5] ?? 0) & ~(1 << (place & 31));
};
