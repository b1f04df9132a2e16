import { compileVenueMap } from '@butaca/venue-map';
import { expect, test } from 'vitest';
import { demoVenues } from '../../../../../demo/venues/index.ts';
import { type RowName, rowNames } from '../../../app/purchase/seat-map/canvas/row-names.ts';
import { CHOOSING_PITCH, COMFORTABLE_PITCH, LARGEST_PITCH } from '../../../app/purchase/seat-map/map/detail.ts';
import { pitches, placeGrid } from '../../../app/purchase/seat-map/map/place-grid.ts';
import { centred } from '../../../app/purchase/seat-map/map/view.ts';

const phone = { width: 390, height: 600 };
const desktop = { width: 1280, height: 640 };

/** Two names that a reader could take for one: on one line, with less than a letter's third between them. */
function meeting(names: readonly RowName[]): string[] {
  return names.flatMap((one, index) =>
    names.slice(index + 1).flatMap((other) => {
      const letter = Math.max(one.font, other.font);
      const between = Math.abs(one.at.x - other.at.x) - 0.68 * (one.label.length * one.font + other.label.length * other.font) * 0.5;
      const isSameLine = Math.abs(one.at.y - other.at.y) < letter * 0.7;
      return isSameLine && between < letter * 0.2 ? [`${one.label} ${other.label}`] : [];
    }),
  );
}

/** The names on the screen with each of a venue's blocks in its middle, at every closeness that a tap on one may lead to. */
function screensOf(map: ReturnType<typeof compileVenueMap>) {
  const pitch = pitches(map, placeGrid(map));
  const shown = map.sections.map((_, index) => ({ index, pitch: pitch[index] ?? 0 })).filter((section) => section.pitch > 0);
  return shown.flatMap((section) => {
    const { firstPlace = 0, placeCount = 0 } = map.sections[section.index] ?? {};
    const places = Array.from({ length: placeCount }, (_, turn) => firstPlace + turn);
    const middle = (of: ArrayLike<number>) => places.reduce((sum, place) => sum + (of[place] ?? 0), 0) / placeCount;
    const at = { x: middle(map.x), y: middle(map.y) };
    return [CHOOSING_PITCH, COMFORTABLE_PITCH, LARGEST_PITCH].flatMap((distance) =>
      [phone, desktop].map((size) => rowNames(map, shown, { view: centred(at, distance / section.pitch, size), size })),
    );
  });
}

test.each(demoVenues.map(({ slug, map }) => [slug, map] as const))('no names of rows meet on the map of %s', (_, mapOf) => {
  const map = compileVenueMap(mapOf());
  const screens = screensOf(map);
  expect(screens.flatMap(meeting)).toEqual([]);
  const hasRows = map.sections.some(({ rows }) => rows.some(({ label, placeCount }) => label.length <= 3 && placeCount > 1));
  expect(screens.flat().length > 0).toBe(hasRows);
});
