import { type IsFree, type Run, runsIn } from './runs.ts';
import type { Seating, SeatingRow } from './seating.ts';

export interface Wanted {
  readonly quantity: number;
  /** Indexes of the map's sections; left out, all of them. */
  readonly sections?: readonly number[];
  /** Indexes of the map's categories; left out, all of them. */
  readonly categories?: readonly number[];
  /** A place for a wheelchair, with company beside it. */
  readonly accessible?: boolean;
}

export interface Best {
  readonly kind: 'adjacent' | 'two_rows' | 'not_contiguous';
  readonly places: readonly number[];
}

/** From so many on, a party may be split over two rows. */
const SMALLEST_SPLIT = 4;

/**
 * The best free places (design §5.8): side by side without leaving anybody alone, else side by side, else in two rows
 * one behind the other, else in one section; each time the nearest to the focal point. Null when no section has so many.
 * `free` has one bit per place in map order, set when it can be taken.
 */
export function bestAvailable(seating: Seating, free: Uint32Array, wanted: Wanted): Best | null {
  const { quantity } = wanted;
  const isWanted = wantedIn(seating, wanted);
  const isFree: IsFree = (place) => ((free[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0 && isWanted(place);
  const rows = seating.rows.filter(({ section }) => wanted.sections?.includes(section) ?? true);

  const run = bestRun(seating, rows, wanted, isFree);
  const crowd = bestCrowd(seating, wanted, isFree);
  if (crowd && (!run || crowd.score < run.score)) return { kind: 'adjacent', places: crowd.places };
  if (run) return { kind: 'adjacent', places: range(run.firstPlace, quantity) };
  if (wanted.accessible) return null;
  const split = quantity >= SMALLEST_SPLIT ? bestSplit(seating, rows, quantity, isFree) : null;
  if (split) return { kind: 'two_rows', places: split };
  const scattered = bestScattered(seating, rows, quantity, isFree);
  return scattered && { kind: 'not_contiguous', places: scattered };
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

/** Whether a place is of the kind that is asked for; places that are kept for wheelchairs fill no gaps. */
function wantedIn({ map, kept }: Seating, { categories, accessible }: Wanted): IsFree {
  const allowed = categories && new Set(categories);
  return (place) => (accessible || kept[place] === 0) && (!allowed || allowed.has(map.category[place] ?? -1));
}

/** The nearest run that strands nobody; when every one does, the nearest of all. */
function bestRun(seating: Seating, rows: readonly SeatingRow[], { quantity, accessible }: Wanted, isFree: IsFree): Run | null {
  let best: Run | null = null;
  let stranding: Run | null = null;
  for (const row of rows) {
    if (best && row.nearest >= best.score) break;
    for (const run of runsIn(seating, row, quantity, isFree)) {
      if (accessible && !range(run.firstPlace, quantity).some((place) => seating.kept[place] === 1)) continue;
      if (run.strands) {
        if (!stranding || run.score < stranding.score) stranding = run;
      } else if (!best || run.score < best.score) {
        best = run;
      }
    }
  }
  return best ?? stranding;
}

interface Crowd {
  readonly places: readonly number[];
  readonly score: number;
}

/** In sections without numbers everybody stands together. */
function bestCrowd({ map, distance }: Seating, { quantity, sections }: Wanted, isFree: IsFree): Crowd | null {
  let best: Crowd | null = null;
  map.sections.forEach(({ kind, firstPlace, placeCount }, index) => {
    const score = distance[firstPlace] ?? 0;
    if (kind === 'seated' || (sections && !sections.includes(index)) || (best && best.score <= score)) return;
    const places: number[] = [];
    for (let place = firstPlace; place < firstPlace + placeCount && places.length < quantity; place++)
      if (isFree(place)) places.push(place);
    if (places.length === quantity) best = { places, score };
  });
  return best;
}

/** Half of the party in one row, the other half right behind it. */
function bestSplit(seating: Seating, rows: readonly SeatingRow[], quantity: number, isFree: IsFree): number[] | null {
  const front = Math.ceil(quantity / 2);
  const back = quantity - front;
  let best: { readonly score: number; readonly places: number[] } | null = null;
  for (const row of rows) {
    if (best && row.nearest >= best.score) break;
    if (!row.next) continue;
    const behind = [...runsIn(seating, row.next, back, isFree)];
    for (const run of runsIn(seating, row, front, isFree)) {
      const [near] = behind
        .map((other) => ({ other, gap: gapBetween(seating, middleOf(run, front), middleOf(other, back)) }))
        .sort((a, b) => a.gap - b.gap);
      if (!near || near.gap > widthOf(seating, run.row) * 1.5 || (best && best.score <= run.score)) continue;
      best = { score: run.score, places: [...range(run.firstPlace, front), ...range(near.other.firstPlace, back)] };
    }
  }
  return best?.places ?? null;
}

const middleOf = ({ firstPlace }: Run, quantity: number) => firstPlace + ((quantity - 1) >> 1);
const gapBetween = ({ map: { x, y } }: Seating, a: number, b: number) => Math.hypot((x[a] ?? 0) - (x[b] ?? 0), (y[a] ?? 0) - (y[b] ?? 0));
/** From one row to the next. */
const widthOf = (seating: Seating, { firstPlace, placeCount, next }: SeatingRow) =>
  next ? gapBetween(seating, firstPlace + (placeCount >> 1), next.firstPlace + (next.placeCount >> 1)) : 0;

/** The nearest places of the section that has so many; of several such sections, the one whose places are nearest in all. */
function bestScattered({ distance }: Seating, rows: readonly SeatingRow[], quantity: number, isFree: IsFree): number[] | null {
  const bySection = new Map<number, number[]>();
  for (const { section, firstPlace, placeCount } of rows) {
    const places = bySection.get(section) ?? [];
    bySection.set(section, places);
    for (let place = firstPlace; place < firstPlace + placeCount; place++) if (isFree(place)) places.push(place);
  }
  const far = (place: number) => distance[place] ?? 0;
  const offers = [...bySection.values()]
    .filter(({ length }) => length >= quantity)
    .map((places) => places.sort((a, b) => far(a) - far(b) || a - b).slice(0, quantity))
    .map((places) => ({ places, score: places.reduce((sum, place) => sum + far(place), 0) }))
    .sort((a, b) => a.score - b.score);
  return offers[0]?.places.toSorted((a, b) => a - b) ?? null;
}
