import type { SeatMapStore } from '../store/seat-map-store.ts';

export const TAKEN = 0;
const FIRST_LEVEL = 1;

/** A free place's look: its level's colour, or that of what a filter leaves out. */
export const levelOfLook = (look: number): { level: number; dimmed: boolean } => ({
  level: (look - FIRST_LEVEL) >> 1,
  dimmed: ((look - FIRST_LEVEL) & 1) === 1,
});

/** How each place is drawn, one byte each: what painting thousands of them in a few milliseconds needs to know. */
export function createLooks(store: SeatMapStore) {
  const looks = new Uint8Array(store.map.placeCount);

  function lookOf(place: number): number {
    const level = store.levelIndexOf(place);
    const free = store.isFree(place);
    if (free === false || level < 0) return TAKEN;
    return FIRST_LEVEL + 2 * level + (free && store.matches(place) ? 0 : 1);
  }

  function refresh(places: readonly number[] | null) {
    if (places) for (const place of places) looks[place] = lookOf(place);
    else for (let place = 0; place < looks.length; place += 1) looks[place] = lookOf(place);
  }

  refresh(null);
  return { of: looks as Readonly<Uint8Array>, refresh };
}

export type Looks = ReturnType<typeof createLooks>['of'];
