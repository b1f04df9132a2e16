import { compileVenueMap, type VenueMap } from '@butaca/venue-map';
import { SEAT_VIEW, type SeatView, seatViews } from '@butaca/venue-map/seat-view';
import { describe, expect, test } from 'vitest';
import { muaVenues } from '../../../demo/mua/venues.ts';
import { demoVenues } from '../../../demo/venues/index.ts';
import { mapOf, open, row, seated } from './maps.ts';

/** Ten seats wide and a plan unit of 5.5 cm: rows at 10, 20 and 30 units are 0.55 m apart. The stage is above them. */
const hall = (over: Partial<VenueMap> = {}): VenueMap => ({
  ...mapOf(
    seated(
      ['1', '2', '3', '4'].map((label, index) =>
        row({ label, curve: { type: 'line', from: { x: 0, y: index * 16 }, to: { x: 90, y: index * 16 } } }),
      ),
    ),
  ),
  focal: { x: 45, y: -150 },
  decor: [
    {
      kind: 'stage',
      polygon: [
        { x: -30, y: -200 },
        { x: 120, y: -200 },
        { x: 120, y: -120 },
        { x: -30, y: -120 },
      ],
    },
  ],
  ...over,
});

const viewsOf = (map: VenueMap) => {
  const viewFrom = seatViews(map, compileVenueMap(map));
  return (place: number) => viewFrom(place) as SeatView;
};

const paths = ({ shapes }: SeatView, kind: SeatView['shapes'][number]['kind']) =>
  shapes.filter((shape) => shape.kind === kind).map(({ path }) => path);
const numbersIn = (path: string) => [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
/** Of the performer's head, in pixels: `M x y a r r …`. */
const headWidth = (view: SeatView) => 2 * (numbersIn(paths(view, 'performer')[0] ?? '')[2] ?? 0);

describe('the view from a seat', () => {
  test('the nearer the seat, the larger the people on the stage, in proportion to the distance', () => {
    const views = viewsOf(hall());
    const [near, far] = [views(4), views(34)];
    expect(headWidth(near)).toBeGreaterThan(headWidth(far));
    const away = (place: number) => (150 + Math.floor(place / 10) * 16) * 0.055;
    expect(headWidth(near) / headWidth(far)).toBeCloseTo(away(34) / away(4), 0);
  });

  test('distance and side are those of the plan', () => {
    const views = viewsOf(hall());
    expect(views(4)).toMatchObject({ distance: 8, looksAt: 'stage', side: 'front', rowsInFront: 0, height: 0 });
    expect(views(34).rowsInFront).toBe(3);
    const wide = viewsOf(hall({ focal: { x: 45, y: -30 } }));
    expect(wide(0).side).toBe('left');
    expect(wide(9).side).toBe('right');
  });

  test('nobody sits before the first row, and everybody of the rows in front is drawn before the last', () => {
    const views = viewsOf(hall());
    expect(paths(views(4), 'head')).toHaveLength(0);
    const heads = paths(views(14), 'head').length;
    expect(heads).toBeGreaterThan(0);
    expect(paths(views(34), 'head').length).toBeGreaterThan(heads);
  });

  test('an upper level looks down over those below it: none of their heads reaches the height of the eye', () => {
    const stalls = hall();
    const balcony = seated([row({ label: '1', curve: { type: 'line', from: { x: 0, y: 90 }, to: { x: 90, y: 90 } } })], {
      id: 'balcon',
      label: 'Balcón',
      level: 'alto',
    });
    const map: VenueMap = {
      ...stalls,
      levels: [
        { id: 'bajo', name: 'Bajo' },
        { id: 'alto', name: 'Alto' },
      ],
      sections: [...stalls.sections, balcony],
    };
    const view = viewsOf(map)(44);
    expect(view.height).toBeGreaterThanOrEqual(3);
    const tops = paths(view, 'head').map((path) => numbersIn(path)[1] ?? 0);
    expect(tops.length).toBeGreaterThan(0);
    for (const top of tops) expect(top).toBeGreaterThan(SEAT_VIEW.height / 2);
  });

  test('a place without a seat has none', () => {
    const map = mapOf(seated([row()]), open('standing', 5));
    expect(seatViews(map, compileVenueMap(map))(12)).toBeNull();
    expect(seatViews(map, compileVenueMap(map))(4)).toMatchObject({ looksAt: 'middle', side: 'front' });
  });

  test('a map with nothing but a standing field, and a seat in the focal point itself, break nothing', () => {
    const standing = mapOf(open('standing', 5));
    expect(seatViews(standing, compileVenueMap(standing))(0)).toBeNull();
    const centred = viewsOf(hall({ focal: { x: 0, y: 0 } }));
    for (const path of centred(0).shapes.map((shape) => shape.path)) expect(path).not.toMatch(/NaN|Infinity/);
  });
});

const seatedVenues = [...demoVenues, ...muaVenues]
  .map(({ slug, map }) => ({ slug, map: map() }))
  .filter(({ map }) => map.sections.some(({ kind }) => kind === 'seated'));

describe.each(seatedVenues)('$slug', ({ map }) => {
  const compiled = compileVenueMap(map);
  const rows = compiled.sections.flatMap((section) => section.rows);

  test('each row has a view that is drawn in finite numbers, with what people look at in the picture', () => {
    const viewFrom = seatViews(map, compiled);
    const some = rows.filter((_, index) => index % Math.ceil(rows.length / 60) === 0);
    for (const { firstPlace, placeCount } of some) {
      const view = viewFrom(firstPlace + (placeCount >> 1)) as SeatView;
      expect(view.distance).toBeGreaterThanOrEqual(0);
      expect(view.height).toBeLessThan(60);
      for (const { path } of view.shapes) expect(path).not.toMatch(/NaN|Infinity/);
      const [x = -1, y = -1] = numbersIn(view.shapes.find(({ kind }) => kind === 'performer')?.path ?? '');
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(SEAT_VIEW.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(SEAT_VIEW.height);
    }
  });
});
