import { has, placesIn } from '../bits.ts';
import { nearestTo } from './in-one-section.ts';
import { strands } from './orphans.ts';
import type { Search } from './search.ts';
import { scoreOf, sectionOf, stretchAt } from './seating.ts';
import { type Candidate, Shortlist } from './shortlist.ts';
import type { SideBySide } from './side-by-side.ts';

/** The worst first: the companion's seat beside is not theirs, a single seat is left, a place meant for other parties is used up. */
const RANKS = { otherSeats: 10_000, orphan: 1000, placeOfOthers: 1 };

/** A place for a wheelchair, its companion's and more seats beside them, with as few places meant for others as possible. */
export function besideWheelchair(search: Search): SideBySide | null {
  const { seating, quantity, eligible, open } = search;
  const shortlist = new Shortlist<Candidate & { orphan: boolean }>(search.among);
  for (const wheelchair of wantedWheelchairs(search)) {
    const stretch = stretchAt(seating, wheelchair);
    if (!stretch) continue;
    const last = Math.min(wheelchair, stretch.end - quantity);
    for (let first = Math.max(stretch.first, wheelchair - quantity + 1); first <= last; first += 1) {
      const places = range(first, quantity);
      if (!places.every((place) => has(eligible, place))) continue;
      const orphan = strands(seating, open, first, quantity);
      const rank = rankOf(search, wheelchair, places) + (orphan ? RANKS.orphan : 0);
      shortlist.offer({ rank, score: scoreOf(seating, first, quantity), first, orphan });
    }
  }
  const picked = shortlist.pick(search.random);
  return picked && { places: range(picked.first, quantity), orphan: picked.orphan };
}

/** A place for a wheelchair, and the nearest seats of its section that belong to no other wheelchair place. */
export function nearWheelchair(search: Search): number[] | null {
  const { seating, quantity, eligible, open } = search;
  const shortlist = new Shortlist<Candidate & { company: number[] }>(search.among);
  for (const wheelchair of wantedWheelchairs(search)) {
    const own = companionsOf(search, wheelchair);
    const company = placesIn(eligible, sectionOf(seating, wheelchair)).filter((place) => has(open, place) || own.includes(place));
    if (company.length < quantity - 1) continue;
    shortlist.offer({ rank: 0, score: scoreOf(seating, wheelchair, 1), first: wheelchair, company });
  }
  const picked = shortlist.pick(search.random);
  return picked && [picked.first, ...nearestTo(search, [picked.first], picked.company).slice(0, quantity - 1)];
}

const wantedWheelchairs = ({ seating, eligible, inSection }: Search) =>
  seating.wheelchairs.filter((place) => has(eligible, place) && inSection[stretchAt(seating, place)?.section ?? -1] === 1);

function rankOf(search: Search, wheelchair: number, places: readonly number[]): number {
  const own = companionsOf(search, wheelchair);
  const without = places.length > 1 && own.length > 0 && !own.some((place) => places.includes(place));
  const reserved = places.filter((place) => !has(search.seating.ordinary, place)).length;
  const spare = Math.max(0, reserved - (own.length > 0 ? 2 : 1));
  const [before, after] = [(places[0] as number) - 1, (places.at(-1) as number) + 1];
  const leftAlone = [before, after].filter((place) => losesItsCompanion(search, place, places)).length;
  return (without ? RANKS.otherSeats : 0) + (spare + leftAlone) * RANKS.placeOfOthers;
}

function losesItsCompanion(search: Search, place: number, taken: readonly number[]): boolean {
  if (!search.seating.wheelchairs.includes(place) || !has(search.eligible, place)) return false;
  const own = companionsOf(search, place);
  return own.length > 0 && own.every((companion) => taken.includes(companion));
}

/** Free seats beside a place for the rest of the party. */
function companionsOf({ seating, eligible }: Search, wheelchair: number): number[] {
  const { first = 0, end = 0 } = stretchAt(seating, wheelchair) ?? {};
  return [wheelchair - 1, wheelchair + 1].filter(
    (place) => place >= first && place < end && has(eligible, place) && seating.map.traits.get(place)?.includes('companion'),
  );
}

const range = (first: number, quantity: number) => Array.from({ length: quantity }, (_, seat) => first + seat);
