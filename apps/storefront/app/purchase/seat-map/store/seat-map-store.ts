import { createStore, derive, type Store } from '@butaca/browser/create-store.ts';
import type { CompiledMap, CompiledRow } from '@butaca/venue-map';
import { countIn, differingPlaces, has } from '@butaca/venue-map/bits';
import type { Left } from '../../selection/availability-feed.ts';
import type { Selection, SelectionState } from '../../selection/selection.ts';
import type { PlaceLabel } from '../../selection/wishes.ts';
import { type Filter, isAccessible, noFilter, type PlaceState } from './place-state.ts';
import type { PricedPicture, ShownLevel } from './price-levels.ts';

/** The buyer's places, and what a tap does to one. */
interface OwnPlaces extends Store<Pick<SelectionState, 'mine' | 'pending'>>, Pick<Selection, 'tap'> {}

interface SeatMapInput {
  readonly map: CompiledMap;
  readonly priced: PricedPicture;
  readonly feed: Store<Pick<Left, 'bits'>>;
  readonly selection: OwnPlaces;
}

/** What a section has left, in the order of the map's sections. */
export interface SectionStock {
  /** Undefined until availability is known. */
  readonly free: number | undefined;
  /** Of the free ones, those that pass the filter. */
  readonly matching: number | undefined;
}

export interface SeatMapState {
  readonly stock: readonly SectionStock[];
  readonly mine: ReadonlySet<number>;
  readonly pending: ReadonlySet<number>;
  readonly filter: Filter;
  /** The section that map and list show. */
  readonly focused: number | null;
}

export type SeatMapStore = ReturnType<typeof createSeatMapStore>;

/**
 * The state of map and list, outside React. Free places come from the feed and the buyer's from the selection; its own are
 * only the filter and the focused section.
 */
export function createSeatMapStore({ map, priced, feed, selection }: SeatMapInput) {
  const { levels, levelOfCategory, levelsOf, picture } = priced;
  const filter = createStore(noFilter);
  const focused = createStore<number | null>(null);
  const stock = derive([feed, filter], ({ bits }) => stockOf(bits));
  const own = derive([selection], ({ mine, pending }) => ({ mine, pending }), isSameOwn);
  const state = derive(
    [stock, own, filter, focused],
    (left, { mine, pending }, shown, section): SeatMapState => ({ stock: left, mine, pending, filter: shown, focused: section }),
  );

  const levelIndexOf = (place: number): number => levelOfCategory[map.category[place] ?? 0] ?? -1;
  const levelOf = (place: number): ShownLevel | undefined => levels[levelIndexOf(place)];

  function matches(place: number): boolean {
    const { accessible, level } = filter.get();
    return (level === null || levelOf(place)?.id === level) && (!accessible || isAccessible(map.traits.get(place)));
  }

  function stockOf(bits: Uint32Array | null): SectionStock[] {
    if (!bits) return map.sections.map(() => ({ free: undefined, matching: undefined }));
    const { accessible, level } = filter.get();
    const filtered = accessible || level !== null;
    return map.sections.map(({ firstPlace, placeCount }) => {
      const free = countIn(bits, { first: firstPlace, end: firstPlace + placeCount });
      if (!filtered) return { free, matching: free };
      let matching = 0;
      for (let place = firstPlace; place < firstPlace + placeCount; place += 1) if (has(bits, place) && matches(place)) matching += 1;
      return { free, matching };
    });
  }

  /** Undefined until availability is known; the buyer's own are not free. */
  function isFree(place: number): boolean | undefined {
    const { bits } = feed.get();
    return bits ? has(bits, place) : undefined;
  }

  function stateOf(place: number): PlaceState {
    const { mine, pending } = own.get();
    if (pending.has(place)) return 'pending';
    if (mine.has(place)) return 'mine';
    const free = isFree(place);
    if (free === undefined) return 'unknown';
    return free ? 'free' : 'taken';
  }

  const sectionOf = (place: number): number => rangeOf(map.sections, place);
  function rowOf(place: number): CompiledRow | undefined {
    const rows = map.sections[sectionOf(place)]?.rows ?? [];
    return rows[rangeOf(rows, place)];
  }
  const labelOf = (place: number): PlaceLabel => ({
    section: map.sections[sectionOf(place)]?.label ?? '',
    row: rowOf(place)?.label ?? null,
    seat: map.seatNumbers[place] || null,
  });

  return {
    map,
    priced,
    picture,
    levels,
    get: state.get,
    subscribe: state.subscribe,
    /** Calls back with the places whose availability changed; null when the filter changed. */
    onStock(listener: (places: readonly number[] | null) => void) {
      let before = { bits: feed.get().bits, filter: filter.get() };
      return stock.subscribe(() => {
        const now = { bits: feed.get().bits, filter: filter.get() };
        const places = before.bits && now.bits && before.filter === now.filter ? differingPlaces(before.bits, now.bits) : null;
        before = now;
        if (places?.length !== 0) listener(places);
      });
    },

    levelOf,
    /** Index into `levels`, -1 for a place that is not sold. */
    levelIndexOf,
    matches,
    levelsOf,
    isFree,
    stateOf,
    sectionOf,
    rowOf,
    labelOf,

    /** Takes a place or gives it back, also while it is pending; a taken or unknown one stays. */
    tap(place: number) {
      const now = stateOf(place);
      if (now === 'free' || now === 'mine' || now === 'pending') selection.tap({ placeId: place, label: labelOf(place) });
    },
    setFilter: (change: Partial<Filter>) => filter.set({ ...filter.get(), ...change }),
    focusSection: (section: number | null) => focused.set(section),
  };
}

type Own = Pick<SelectionState, 'mine' | 'pending'>;
const isSameOwn = (one: Own, other: Own) => isSameSet(one.mine, other.mine) && isSameSet(one.pending, other.pending);
const isSameSet = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((place) => other.has(place));

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
