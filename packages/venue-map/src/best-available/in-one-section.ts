import { countIn, type Places, placesIn, startsFrom } from '../bits.ts';
import type { Search } from './search.ts';
import { sectionOf } from './seating.ts';
import { sideBySide } from './side-by-side.ts';

/** The largest group side by side, and the places of the same section that are nearest to it. */
export function inOneSection(everywhere: Search): number[] | null {
  const { seating, eligible, quantity } = everywhere;
  const inSection = everywhere.inSection.map(
    (wanted, section) => wanted & (countIn(eligible, seating.sections[section] as Places) >= quantity ? 1 : 0),
  );
  const search = { ...everywhere, inSection };
  const group = inSection.includes(1) ? sideBySide(search, mostSideBySide(search))?.places : null;
  if (!group) return null;
  const others = placesIn(eligible, sectionOf(seating, group[0] as number)).filter((place) => !group.includes(place));
  return [...group, ...nearestTo(search, group, others).slice(0, quantity - group.length)];
}

function mostSideBySide({ seating, eligible, inSection, quantity }: Search): number {
  let most = 1;
  for (const stretch of seating.stretches) {
    if (inSection[stretch.section] === 0) continue;
    for (let from = stretch.first; from < stretch.end && most < quantity; from += 32) {
      while (most < quantity && startsFrom(eligible, from, stretch, most + 1) !== 0) most += 1;
    }
  }
  return most;
}

/** Nearest first, by the distance to the middle of a group. */
export function nearestTo({ seating: { map } }: Search, group: readonly number[], places: readonly number[]): number[] {
  const mean = (values: Float32Array) => group.reduce((sum, place) => sum + (values[place] ?? 0), 0) / group.length;
  const [x, y] = [mean(map.x), mean(map.y)];
  const away = new Map(places.map((place) => [place, Math.hypot((map.x[place] ?? 0) - x, (map.y[place] ?? 0) - y)]));
  return [...places].sort((a, b) => (away.get(a) ?? 0) - (away.get(b) ?? 0) || a - b);
}
