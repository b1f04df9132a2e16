import type { Party } from '../src/best-available/index.ts';
import { type CompiledMap, placesIn, type VenueMap } from '../src/index.ts';
import { range } from './halls.ts';

interface Seat {
  readonly place: number;
  readonly section: number;
  readonly row: number;
  readonly slot: number;
}

/** Exhaustive search through all seats of a hall with straight rows, on the map as it was drawn. */
export function everyChoice(map: VenueMap, compiled: CompiledMap, free: ReadonlySet<number>, party: Party) {
  const { quantity } = party;
  const seats = seatsOf(map);
  const at = new Map(seats.map((seat) => [`${seat.section} ${seat.row} ${seat.slot}`, seat.place]));
  const beside = ({ section, row, slot }: Seat, step: number) => at.get(`${section} ${row} ${slot + step}`);
  const isForAll = (place: number) => !(compiled.traits.get(place) ?? []).some((trait) => trait !== 'restricted-view');
  const isOpen = (place: number | undefined) => place !== undefined && free.has(place) && isForAll(place);
  const mayTake = (place: number) =>
    isOpen(place) && (party.categories?.includes(compiled.category[place] ?? -1) ?? true) && inSections(sectionAt(map, place));
  const inSections = (section: number) => party.sections?.includes(section) ?? true;

  const runs = (count: number) =>
    seats.flatMap((seat) => {
      const run = range(0, count).map((step) => beside(seat, step));
      return run.every((place): place is number => place !== undefined && mayTake(place)) ? [{ seat, run }] : [];
    });
  const strands = (run: readonly number[]) => {
    const ends = [
      { seat: seats.find(({ place }) => place === run[0]), step: -1 },
      { seat: seats.find(({ place }) => place === run.at(-1)), step: 1 },
    ];
    return ends.some(({ seat, step }) => seat !== undefined && isOpen(beside(seat, step)) && !isOpen(beside(seat, 2 * step)));
  };

  const crowds = openSectionsOf(map).flatMap((places) => {
    const left = places.filter(mayTake);
    return left.length >= quantity ? [left.slice(0, quantity)] : [];
  });
  const together = runs(quantity).map(({ run }) => run);
  const sizes = quantity < 4 ? [] : [...new Set([Math.ceil(quantity / 2), Math.floor(quantity / 2)])];
  const twoRows = sizes.flatMap((front) =>
    runs(front).flatMap((one) =>
      runs(quantity - front)
        .filter(({ seat }) => seat.section === one.seat.section && seat.row === one.seat.row + 1)
        .filter(({ seat }) => Math.abs(seat.slot + (quantity - front - 1) / 2 - one.seat.slot - (front - 1) / 2) <= 0.75)
        .map(({ run }) => [...one.run, ...run]),
    ),
  );
  return {
    clean: [...together.filter((run) => !strands(run)), ...crowds],
    stranding: together.filter(strands),
    twoRows,
    largestSection: Math.max(
      0,
      ...map.sections.map(
        (_, section) => range(0, placesIn(map)).filter((place) => sectionAt(map, place) === section && mayTake(place)).length,
      ),
    ),
    strands,
  };
}

function seatsOf(map: VenueMap): Seat[] {
  let place = -1;
  return map.sections.flatMap((section, s): Seat[] => {
    if (section.kind !== 'seated') {
      place += section.capacity;
      return [];
    }
    return section.rows.flatMap(({ count = 0, gaps }, row) =>
      range(0, count)
        .filter((slot) => !gaps?.includes(slot))
        .map((slot) => {
          place += 1;
          return { place, section: s, row, slot };
        }),
    );
  });
}

const sizes = ({ sections }: VenueMap) =>
  sections.map((section) =>
    section.kind === 'seated' ? section.rows.reduce((sum, { count = 0, gaps = [] }) => sum + count - gaps.length, 0) : section.capacity,
  );

export function sectionAt(map: VenueMap, place: number): number {
  let before = 0;
  return sizes(map).findIndex((size) => {
    before += size;
    return place < before;
  });
}

function openSectionsOf(map: VenueMap): number[][] {
  let first = 0;
  return sizes(map).flatMap((size, section) => {
    const places = range(first, size);
    first += size;
    return map.sections[section]?.kind === 'seated' ? [] : [places];
  });
}
