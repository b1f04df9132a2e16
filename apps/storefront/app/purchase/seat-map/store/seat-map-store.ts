import { createStore, derive, type Store } from '@butaca/browser/create-store.ts';
import {
  type CompiledMap,
  type CompiledRow,
  companionsAlone,
  type Panorama,
  panoramaOfPlace,
  panoramaOfSection,
  type VenueMap,
} from '@butaca/venue-map';
import { countIn, differingPlaces, has } from '@butaca/venue-map/bits';
import type { SeatView } from '@butaca/venue-map/seat-view';
import type { Left } from '../../selection/availability-feed.ts';
import type { Selection, SelectionState } from '../../selection/selection.ts';
import type { PlaceLabel } from '../../selection/wishes.ts';
import { type Filter, isAccessible, isFiltering, noFilter, type PlaceState } from './place-state.ts';
import type { PricedPicture, ShownLevel } from './price-levels.ts';

/** The buyer's places, and what a tap does to one. */
interface OwnPlaces extends Store<Pick<SelectionState, 'mine' | 'pending'>>, Pick<Selection, 'tap'> {}

interface SeatMapInput {
  /** What `map` was compiled from. */
  readonly source: VenueMap;
  readonly map: CompiledMap;
  readonly priced: PricedPicture;
  readonly feed: Store<Pick<Left, 'bits'>>;
  readonly selection: OwnPlaces;
}

/** Enough to find one that is still free. */
const MOST_EQUALS = 4;

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

/** A picture of everything around, with a place that it is true of; null for places without numbers. */
export interface TakenPanorama extends Panorama {
  readonly place: number | null;
}

export type SeatMapStore = ReturnType<typeof createSeatMapStore>;

/**
 * The state of map and list, outside React. Free places come from the feed and the buyer's from the selection; its own are
 * only the filter and the focused section.
 */
export function createSeatMapStore({ source, map, priced, feed, selection }: SeatMapInput) {
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
    const { accessible, clearView, level } = filter.get();
    const traits = map.traits.get(place);
    return (
      (level === null || levelOf(place)?.id === level) &&
      (!accessible || isAccessible(traits)) &&
      !(clearView && traits?.includes('restricted-view'))
    );
  }

  function stockOf(bits: Uint32Array | null): SectionStock[] {
    if (!bits) return map.sections.map(() => ({ free: undefined, matching: undefined }));
    const filtered = isFiltering(filter.get());
    return map.sections.map(({ firstPlace, placeCount }) => {
      const free = countIn(bits, { first: firstPlace, end: firstPlace + placeCount });
      if (!filtered) return { free, matching: free };
      let matching = 0;
      for (let place = firstPlace; place < firstPlace + placeCount; place += 1) if (has(bits, place) && matches(place)) matching += 1;
      return { free, matching };
    });
  }

  /** Free places of the same section, price and traits, the nearest first. */
  function equalTo(place: number): readonly number[] {
    const section = map.sections[sectionOf(place)];
    const traits = map.traits.get(place)?.join();
    const distance = (other: number) => Math.hypot((map.x[other] ?? 0) - (map.x[place] ?? 0), (map.y[other] ?? 0) - (map.y[place] ?? 0));
    return Array.from({ length: section?.placeCount ?? 0 }, (_, index) => (section?.firstPlace ?? 0) + index)
      .filter(
        (other) =>
          other !== place &&
          stateOf(other) === 'free' &&
          levelIndexOf(other) === levelIndexOf(place) &&
          map.traits.get(other)?.join() === traits,
      )
      .toSorted((a, b) => distance(a) - distance(b))
      .slice(0, MOST_EQUALS);
  }

  /** Free places by section and level; counted when they are first asked for after a change. */
  let counted: { readonly bits: Uint32Array; readonly counts: readonly (readonly number[])[] } | null = null;
  function freeByLevel(bits: Uint32Array) {
    if (counted?.bits === bits) return counted.counts;
    const counts = map.sections.map(({ firstPlace, placeCount }) => {
      const ofSection = levels.map(() => 0);
      for (let place = firstPlace; place < firstPlace + placeCount; place += 1) {
        const index = levelIndexOf(place);
        if (index >= 0 && has(bits, place)) ofSection[index] = (ofSection[index] ?? 0) + 1;
      }
      return ofSection;
    });
    counted = { bits, counts };
    return counts;
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

  /** The place that a picture of a section or row was taken from, as far as the map says it. */
  function placeOf({ section, row }: Panorama): number | null {
    const rows = map.sections.find(({ id }) => id === section)?.rows.filter(({ label }) => row === undefined || label === row) ?? [];
    const middle = rows[rows.length >> 1];
    return middle ? middle.firstPlace + (middle.placeCount >> 1) : null;
  }

  let views: Promise<(place: number) => SeatView | null> | undefined;

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

    /** Free places of a level, in one section or in all; undefined until availability is known. */
    freeOfLevel(levelId: number, section?: number): number | undefined {
      const { bits } = feed.get();
      const index = levels.findIndex(({ id }) => id === levelId);
      if (!bits || index < 0) return bits ? 0 : undefined;
      return freeByLevel(bits).reduce((sum, counts, at) => (section === undefined || at === section ? sum + (counts[index] ?? 0) : sum), 0);
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
    /** Draws what is seen from a place; null for one without a seat. Its script is loaded when it is first asked for. */
    views: () => {
      views ??= import('@butaca/venue-map/seat-view').then(({ seatViews }) => seatViews(source, map));
      return views;
    },

    /** The picture of everything around a place: from its seat, its row, or its section. */
    panoramaOf(place: number): TakenPanorama | null {
      const found = panoramaOfPlace(source, map, place);
      return found && { ...found, place };
    },
    panoramaOfSection(section: number): TakenPanorama | null {
      const found = panoramaOfSection(source, map.sections[section]?.id ?? '');
      return found && { ...found, place: placeOf(found) };
    },

    /** Takes a place or gives it back, also while it is pending; a taken or unknown one stays. */
    tap(place: number) {
      const now = stateOf(place);
      if (now === 'free' || now === 'mine' || now === 'pending') {
        const { mine, pending } = own.get();
        const alone = now === 'free' && companionsAlone(map, [place, ...mine, ...pending]).includes(place);
        selection.tap({ placeId: place, label: labelOf(place), equals: () => equalTo(place), alone });
      }
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
