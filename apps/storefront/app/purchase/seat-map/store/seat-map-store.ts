import type { CompiledMap, CompiledRow } from '@butaca/venue-map';
import { countBits, differingBits, hasBit, setBit } from './bits.ts';
import { type Filter, isAccessible, noFilter, type PlaceState, placeState } from './place-state.ts';
import type { ShownLevel } from './price-levels.ts';
import type { PricedPicture } from './priced-picture.ts';

interface SeatMapInput {
  readonly map: CompiledMap;
  readonly priced: PricedPicture;
}

/** What a section has left, in the order of the map's sections. */
export interface SectionStock {
  /** Undefined until somebody told what is left. */
  readonly free: number | undefined;
  /** Of the free ones, those that pass the filter. */
  readonly matching: number | undefined;
}

export interface SeatMapState {
  readonly stock: readonly SectionStock[];
  readonly mine: ReadonlySet<number>;
  readonly pending: ReadonlySet<number>;
  readonly filter: Filter;
  /** The section that map and list look at. */
  readonly focused: number | null;
}

/** Places whose look has changed; null when all may have. */
type PlacesListener = (places: readonly number[] | null) => void;

export type SeatMapStore = ReturnType<typeof createSeatMapStore>;

/** One truth for the map and the list, outside React: only counts and the buyer's few places are in its state. */
export function createSeatMapStore({ map, priced }: SeatMapInput) {
  const { levels, levelOfCategory, levelsOf, picture } = priced;
  const listeners = new Set<() => void>();
  const placesListeners = new Set<PlacesListener>();
  let bits: Uint32Array | null = null;
  let state: SeatMapState = {
    stock: map.sections.map(() => ({ free: undefined, matching: undefined })),
    mine: new Set(),
    pending: new Set(),
    filter: noFilter,
    focused: null,
  };

  function change(changed: Partial<SeatMapState>, places: readonly number[] | null) {
    state = { ...state, ...changed };
    for (const listener of placesListeners) listener(places);
    for (const listener of listeners) listener();
  }

  const levelIndexOf = (place: number): number => levelOfCategory[map.category[place] ?? 0] ?? -1;
  const levelOf = (place: number): ShownLevel | undefined => levels[levelIndexOf(place)];

  function matches(place: number): boolean {
    const { accessible, level } = state.filter;
    return (level === null || levelOf(place)?.id === level) && (!accessible || isAccessible(map.traits.get(place)));
  }

  function stock(): SectionStock[] {
    const known = bits;
    if (!known) return map.sections.map(() => ({ free: undefined, matching: undefined }));
    const filtered = state.filter.accessible || state.filter.level !== null;
    return map.sections.map(({ firstPlace, placeCount }) => {
      const free = countBits(known, firstPlace, placeCount);
      if (!filtered) return { free, matching: free };
      let matching = 0;
      for (let place = firstPlace; place < firstPlace + placeCount; place += 1) if (hasBit(known, place) && matches(place)) matching += 1;
      return { free, matching };
    });
  }

  return {
    map,
    priced,
    picture,
    levels,
    get state() {
      return state;
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Told before the others, and which places; for whoever draws them. */
    onPlaces(listener: PlacesListener) {
      placesListeners.add(listener);
      return () => void placesListeners.delete(listener);
    },

    levelOf,
    /** Index into `levels`, -1 for a place that is not sold. */
    levelIndexOf,
    matches,
    levelsOf,
    stateOf: (place: number): PlaceState =>
      placeState({ free: bits ? hasBit(bits, place) : undefined, mine: state.mine.has(place), pending: state.pending.has(place) }),
    sectionOf: (place: number): number => rangeOf(map.sections, place),
    rowOf(place: number): CompiledRow | undefined {
      const rows = map.sections[rangeOf(map.sections, place)]?.rows ?? [];
      return rows[rangeOf(rows, place)];
    },

    /** What is left: one bit per place, set when it can be taken. */
    setAvailability(next: Uint32Array) {
      const places = bits && differingBits(bits, next);
      if (places?.length === 0) return;
      bits = next.slice();
      change({ stock: stock() }, places);
    },
    /** A refused claim returns the truth for its places. */
    patch(places: readonly number[], free: boolean) {
      if (!bits) return;
      for (const place of places) setBit(bits, place, free);
      change({ stock: stock() }, places);
    },
    /** The places that the buyer holds. */
    setMine(places: readonly number[]) {
      const mine = new Set(places);
      const changed = inOneOnly(mine, state.mine);
      if (changed.length > 0) change({ mine }, changed);
    },
    /** Places whose claim or return is under way. */
    setPending(places: readonly number[]) {
      const pending = new Set(places);
      const changed = inOneOnly(pending, state.pending);
      if (changed.length > 0) change({ pending }, changed);
    },
    setFilter(filter: Partial<Filter>) {
      state = { ...state, filter: { ...state.filter, ...filter } };
      change({ stock: stock() }, null);
    },
    focusSection(focused: number | null) {
      if (focused !== state.focused) change({ focused }, []);
    },
  };
}

const inOneOnly = (one: ReadonlySet<number>, other: ReadonlySet<number>): number[] => [
  ...[...one].filter((place) => !other.has(place)),
  ...[...other].filter((place) => !one.has(place)),
];

/** Index of the range that a place lies in, -1 for none; ranges follow each other without holes. */
function rangeOf(ranges: readonly { readonly firstPlace: number; readonly placeCount: number }[], place: number): number {
  let low = 0;
  let high = ranges.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ranges[middle]?.firstPlace ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  const found = ranges[low];
  return found && place >= found.firstPlace && place < found.firstPlace + found.placeCount ? low : -1;
}
