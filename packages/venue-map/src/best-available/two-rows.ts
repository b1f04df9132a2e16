import { lowest, startsFrom } from '../bits.ts';
import type { CompiledMap } from '../compile.ts';
import type { Point } from '../form.ts';
import { strandingFrom, strands } from './orphans.ts';
import type { Search } from './search.ts';
import { type Stretch, scoreOf, stretchAt } from './seating.ts';
import { type Candidate, Shortlist } from './shortlist.ts';

/** Fewer are not split into two rows: one person would sit alone. */
const FEWEST = 4;
/** From the middle of a group to that of the other, in seats: half a seat is usual for an odd party and in staggered rows. */
const FURTHEST_ASIDE = 0.75;
const FURTHEST_BEHIND = 3;

interface Groups extends Candidate {
  readonly front: number;
  readonly second: number;
}

/** Two groups of seats side by side, one right behind the other, that differ by one seat at most. */
export function inTwoRows(search: Search): number[] | null {
  const { quantity, seating, inSection } = search;
  if (quantity < FEWEST) return null;
  const shortlist = new Shortlist<Groups>(search.among);
  const halves = new Set([Math.ceil(quantity / 2), Math.floor(quantity / 2)]);
  for (const stretch of seating.stretches) {
    if (inSection[stretch.section] === 0) continue;
    for (const front of halves) offerGroups(search, stretch, front, shortlist);
  }
  const picked = shortlist.pick(search.random);
  return picked && [...side(picked.first, picked.front), ...side(picked.second, quantity - picked.front)];
}

function offerGroups(search: Search, stretch: Stretch, front: number, shortlist: Shortlist<Groups>) {
  for (let from = stretch.first; from + front <= stretch.end; from += 32) {
    let starts = startsFrom(search.eligible, from, stretch, front);
    const stranding = starts === 0 ? 0 : strandingFrom(search.open, from, stretch, front);
    for (; starts !== 0; starts &= starts - 1) {
      const bit = lowest(starts);
      offerBehind(search, from + bit, front, ((stranding >>> bit) & 1) === 1, shortlist);
    }
  }
}

function offerBehind(search: Search, first: number, front: number, frontStrands: boolean, shortlist: Shortlist<Groups>) {
  const { seating, eligible, open, quantity } = search;
  const back = quantity - front;
  const behind = seating.behind[first + (front >> 1)] ?? -1;
  if (behind < 0) return;
  const middle = behind - (back >> 1);
  for (let second = middle - 1; second <= middle + 1; second += 1) {
    const score = scoreOf(seating, first, front) + scoreOf(seating, second, back);
    if (shortlist.excludes(0, score, first)) continue;
    const stretch = stretchAt(seating, second);
    if (!stretch || stretch.row !== stretchAt(seating, behind)?.row || (startsFrom(eligible, second, stretch, back) & 1) === 0) continue;
    if (!areBehind(seating.map, first, front, second, back)) continue;
    shortlist.offer({ rank: frontStrands || strands(seating, open, second, back) ? 1 : 0, score, first, front, second });
  }
}

/** Whether the second group sits in the same columns as the first, in the row behind it. */
function areBehind(map: CompiledMap, first: number, front: number, second: number, back: number): boolean {
  const along = between(pointAt(map, first), pointAt(map, first + front - 1));
  const apart = between(middleOf(map, first, front), middleOf(map, second, back));
  const length = Math.hypot(along.x, along.y);
  const seat = length / (front - 1);
  const aside = Math.abs(apart.x * along.x + apart.y * along.y) / length;
  return aside <= FURTHEST_ASIDE * seat && Math.hypot(apart.x, apart.y) <= FURTHEST_BEHIND * seat;
}

const pointAt = ({ x, y }: CompiledMap, place: number): Point => ({ x: x[place] ?? 0, y: y[place] ?? 0 });
const between = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y });

function middleOf(map: CompiledMap, first: number, quantity: number): Point {
  const [from, to] = [pointAt(map, first), pointAt(map, first + quantity - 1)];
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

const side = (first: number, quantity: number) => Array.from({ length: quantity }, (_, seat) => first + seat);
