import { countIn, has, lowest, type Places, startsFrom } from '../bits.ts';
import { strandingFrom } from './orphans.ts';
import type { Search } from './search.ts';
import { type Stretch, scoreOf } from './seating.ts';
import { type Candidate, Shortlist } from './shortlist.ts';

export interface SideBySide {
  readonly places: number[];
  readonly orphan: boolean;
}

/** So many seats side by side, or places of a section without numbers; those that leave no single seat come first. */
export function sideBySide(search: Search, quantity = search.quantity): SideBySide | null {
  const { seating, inSection, among } = search;
  const shortlist = new Shortlist<SeatCandidate>(among);
  seating.sections.forEach((places, section) => {
    if (places.seated || inSection[section] === 0 || countIn(search.eligible, places) < quantity) return;
    shortlist.offer({ rank: 0, score: quantity * scoreOf(seating, places.first, 1), first: places.first, section });
  });
  for (const stretch of seating.bestFirst) {
    if (shortlist.excludes(0, quantity * stretch.best, stretch.first)) break;
    if (inSection[stretch.section] === 0 || stretch.end - stretch.first < quantity) continue;
    for (const candidate of apart(candidatesIn(search, stretch, quantity, shortlist), quantity, among)) shortlist.offer(candidate);
  }
  const picked = shortlist.pick(search.random);
  if (!picked) return null;
  if (!seating.sections[picked.section]?.seated) return { places: anyOf(search, picked.section, quantity), orphan: false };
  return { places: Array.from({ length: quantity }, (_, seat) => picked.first + seat), orphan: picked.rank > 0 };
}

interface SeatCandidate extends Candidate {
  readonly section: number;
}

function candidatesIn(search: Search, stretch: Stretch, quantity: number, shortlist: Shortlist<SeatCandidate>): SeatCandidate[] {
  const candidates: SeatCandidate[] = [];
  for (let from = stretch.first; from + quantity <= stretch.end; from += 32) {
    let starts = startsFrom(search.eligible, from, stretch, quantity);
    const stranding = starts === 0 ? 0 : strandingFrom(search.open, from, stretch, quantity);
    for (; starts !== 0; starts &= starts - 1) {
      const bit = lowest(starts);
      const first = from + bit;
      const rank = (stranding >>> bit) & 1;
      const score = scoreOf(search.seating, first, quantity);
      if (!shortlist.excludes(rank, score, first)) candidates.push({ rank, score, first, section: stretch.section });
    }
  }
  return candidates;
}

/** The best disjoint candidates, so that simultaneous buyers get different seats. */
function apart(candidates: SeatCandidate[], quantity: number, most: number): SeatCandidate[] {
  if (candidates.length < 2) return candidates;
  const chosen: SeatCandidate[] = [];
  for (const candidate of candidates.sort((a, b) => a.rank - b.rank || a.score - b.score || a.first - b.first)) {
    if (chosen.every(({ first }) => Math.abs(first - candidate.first) >= quantity)) chosen.push(candidate);
    if (chosen.length === most) break;
  }
  return chosen;
}

/** The first free places of a section without numbers, or those from anywhere on. */
function anyOf({ seating, eligible, among, random }: Search, section: number, quantity: number): number[] {
  const { first, end } = seating.sections[section] as Places;
  const places: number[] = [];
  const from = among > 1 ? Math.floor(random() * (end - first)) : 0;
  for (let step = 0; step < end - first && places.length < quantity; step += 1) {
    const place = first + ((from + step) % (end - first));
    if (has(eligible, place)) places.push(place);
  }
  return places;
}
