import { type CompiledMap, compileVenueMap, type Point } from '@butaca/venue-map';
import { readVenueMap } from '@butaca/venue-map/read';
import { describe, expect, test } from 'vitest';
import { muaVenues } from '../../../demo/mua/venues.ts';
import { demoVenues } from '../../../demo/venues/index.ts';
import { isInside, placesOf, pointOf, seatsOutside } from './geometry.ts';

const promised: Readonly<Record<string, { readonly least: number; readonly most: number }>> = {
  'gran-teatro-alborada': { least: 1750, most: 1850 },
  'polideportivo-del-bajo': { least: 1252, most: 1252 },
  'arena-parque-norte': { least: 8800, most: 9200 },
  'estadio-ribera-sur': { least: 58_000, most: 62_000 },
  'sotano-club': { least: 300, most: 1000 },
  'museo-de-la-estampa': { least: 100, most: 1000 },
  'anfiteatro-del-arroyo': { least: 1500, most: 2200 },
  'sala-lapacho': { least: 200, most: 300 },
  'tinglado-13': { least: 700, most: 750 },
};

const venues = [...demoVenues, ...muaVenues].map(({ slug, map }) => ({ slug, map: map(), compiled: compileVenueMap(map()) }));
const seatedIn = ({ sections }: CompiledMap) => sections.filter(({ kind }) => kind === 'seated');

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The usual distance between neighbours in a row. */
const pitchOf = (compiled: CompiledMap) =>
  middle(
    seatedIn(compiled).flatMap(({ rows }) =>
      rows.flatMap((row) =>
        placesOf(row)
          .slice(1)
          .map((place) => distance(pointOf(compiled, place), pointOf(compiled, place - 1))),
      ),
    ),
  );

function closestPair(seats: readonly Point[]): number {
  const sorted = seats.toSorted((a, b) => a.x - b.x);
  let closest = Number.POSITIVE_INFINITY;
  sorted.forEach((seat, index) => {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next] as Point;
      if (other.x - seat.x >= closest) break;
      closest = Math.min(closest, distance(seat, other));
    }
  });
  return closest;
}

test('the demos have their venues, and each map is sound', () => {
  expect(venues.map(({ slug }) => slug).sort()).toEqual(Object.keys(promised).sort());
  for (const { map } of venues) expect(readVenueMap(structuredClone(map))).toEqual({ ok: true, value: map });
});

describe.each(venues)('$slug', ({ slug, compiled }) => {
  test('has as many places as the demo promises', () => {
    expect(compiled.placeCount).toBeGreaterThanOrEqual(promised[slug]?.least ?? Number.NaN);
    expect(compiled.placeCount).toBeLessThanOrEqual(promised[slug]?.most ?? Number.NaN);
  });

  test('has no two seats closer than half of what lies between neighbours', () => {
    const seats = seatedIn(compiled).flatMap(placesOf);
    expect(closestPair(seats.map((place) => pointOf(compiled, place)))).toBeGreaterThan(pitchOf(compiled) / 2);
  });

  test('draws each section around all its seats and around no seat of another', () => {
    for (const section of compiled.sections) {
      if (section.kind === 'seated') expect(seatsOutside(compiled, section)).toEqual([]);
      const strangers = seatedIn(compiled)
        .filter((other) => other !== section)
        .flatMap(placesOf)
        .filter((place) => isInside(pointOf(compiled, place), section.outline));
      expect(strangers, section.label).toEqual([]);
    }
  });

  test('gives no two sections one name', () => {
    const names = compiled.sections.map(({ label }) => label);
    expect(new Set(names).size).toBe(names.length);
  });
});
