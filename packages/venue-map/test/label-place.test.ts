import { compileVenueMap, type Point, pictureOf, type VenueMap } from '@butaca/venue-map';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoVenues } from '../../../demo/venues/index.ts';
import { anyMap } from './arbitrary.ts';
import { isInside } from './geometry.ts';
import { mapOf, open, row, seated } from './maps.ts';

const labels = (map: VenueMap) => {
  const compiled = compileVenueMap(map);
  const { sections } = pictureOf(map, compiled);
  return compiled.sections.map(({ outline }, index) => ({ ...(sections[index] as (typeof sections)[number]), outline }));
};

/** The corners of the box that a label takes, its letters a little more than half as wide as high. */
function cornersOf({ label, labelAt, labelSize, labelTurned }: ReturnType<typeof labels>[number]): Point[] {
  const [along, across] = [label.length * 0.6 * labelSize * 0.48, labelSize * 0.55];
  const [x, y] = labelTurned ? [across, along] : [along, across];
  return [-1, 1].flatMap((sideways) => [-1, 1].map((down) => ({ x: labelAt.x + sideways * x, y: labelAt.y + down * y })));
}

describe('the label of a section', () => {
  test.each(demoVenues.map(({ slug, map }) => [slug, map] as const))('lies inside its section everywhere in %s', (_, map) => {
    for (const section of labels(map())) {
      expect(section.labelSize, section.label).toBeGreaterThan(0);
      const outside = cornersOf(section).filter((corner) => !isInside(corner, section.outline));
      expect(outside, section.label).toEqual([]);
    }
  });

  test('on a horseshoe stands on the seats, not in the hall between them', () => {
    const horseshoe = row({ count: 120, curve: { type: 'arc', center: { x: 0, y: 0 }, radius: 400, start: -10, end: 190 } });
    const [label] = labels(mapOf(seated([horseshoe])));
    expect(Math.hypot(label?.labelAt.x ?? 0, label?.labelAt.y ?? 0)).toBeGreaterThan(380);
  });

  test('reads upwards in a tall and narrow section', () => {
    const tower = [
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 20, y: 900 },
      { x: 0, y: 900 },
    ];
    const [tall, wide] = labels(
      mapOf(
        open('standing', 9, { id: 'alto', label: 'Galería izquierda', outline: tower }),
        open('standing', 9, { id: 'ancho', label: 'Galería', outline: tower.map(({ x, y }) => ({ x: y, y: x })) }),
      ),
    );
    expect(tall?.labelTurned).toBe(true);
    expect(wide?.labelTurned).toBe(false);
  });

  test('stands where the map puts it', () => {
    const [label] = labels(mapOf(open('standing', 9, { labelAt: { x: 12, y: 130 } })));
    expect(label?.labelAt).toEqual({ x: 12, y: 130 });
  });

  test('has a real place and size on any map', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        for (const { labelAt, labelSize } of labels(map)) {
          expect(Number.isFinite(labelAt.x) && Number.isFinite(labelAt.y)).toBe(true);
          expect(labelSize).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 30 },
    );
  });
});
