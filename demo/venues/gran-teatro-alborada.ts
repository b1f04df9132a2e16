import type { Point, Row, SeatedSection, VenueMap } from '@butaca/venue-map';
import { boxes, gallery, type Horseshoe, inside } from './horseshoe.ts';
import { arc, curvedRow, letters, polar, range } from './shapes.ts';

const PITCH = 11.2;
const HALL: Horseshoe = { center: { x: 0, y: 345 }, top: 90 };
/** The stalls curve gently around a point behind the stage, and keep clear of the boxes' rail. */
const STALLS = { center: { x: 0, y: -460 }, firstRadius: 590, rowGap: 19.5, rows: 22, radius: 240 };
/** Half of the middle block, and the two aisles beside it, in degrees. */
const AISLES = { middle: 7.6, width: 1.9 };

type Side = 'izquierda' | 'centro' | 'derecha';

/** The middle counts outwards from its center, odd on the left; the sides go on from there. */
function stalls(side: Side): SeatedSection {
  const rows = range(STALLS.rows).flatMap((row): Row[] => {
    const middle = stallsRow(row, [90 + AISLES.middle, 90 - AISLES.middle]);
    const count = middle.count ?? 0;
    if (side === 'centro')
      return [{ ...middle, numbering: { scheme: 'center-out' }, ...(row === STALLS.rows - 1 ? { traits: besides(count) } : {}) }];
    const edge = widest(row);
    const aisle = AISLES.middle + AISLES.width;
    if (edge < aisle + 1) return [];
    const turn = side === 'izquierda' ? 1 : -1;
    const next = side === 'izquierda' ? 2 * Math.ceil(count / 2) + 1 : 2 * Math.floor(count / 2) + 2;
    return [{ ...stallsRow(row, [90 + turn * aisle, 90 + turn * edge]), numbering: { scheme: turn === 1 ? 'odd' : 'even', start: next } }];
  });
  return { id: `platea-${side}`, label: `Platea ${side}`, level: 'platea', kind: 'seated', rows };
}

const radiusOf = (row: number) => STALLS.firstRadius + row * STALLS.rowGap;

const stallsRow = (row: number, angles: readonly [number, number]) =>
  curvedRow(letters(row), STALLS.center, radiusOf(row), angles, PITCH, { category: row < 9 ? 'platea-a' : 'platea-b' });

/** Degrees from the middle to the last seat that the hall has room for. */
function widest(row: number): number {
  let degrees = 0;
  while (degrees < 25 && inside(HALL, STALLS.radius - 8, polar(STALLS.center, radiusOf(row), 90 + degrees + 0.2))) degrees += 0.2;
  return degrees;
}

/** Room for a wheelchair with a companion at both ends of the last row, which is level with the foyer. */
const besides = (count: number): NonNullable<Row['traits']> =>
  [0, 1, 2, count - 3, count - 2, count - 1].map((seat, index) => ({
    seat,
    trait: index === 1 || index === 4 ? 'companion' : 'wheelchair',
  }));

const apron: Point[] = [...arc(STALLS.center, 520, 112, 68, 15), { x: 150, y: -40 }, { x: -150, y: -40 }];
const pit: Point[] = [...arc(STALLS.center, 526, 111, 69, 15), ...arc(STALLS.center, 566, 70, 110, 15)];

/** An Italian theatre of some 1,800 numbered seats: stalls, two tiers of boxes, two galleries. */
export const granTeatroAlborada = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Gran Teatro Alborada',
  size: { width: 900, height: 900 },
  focal: { x: 0, y: 20 },
  levels: [
    { id: 'platea', name: 'Platea' },
    { id: 'palcos-bajos', name: 'Palcos bajos' },
    { id: 'palcos-altos', name: 'Palcos altos' },
    { id: 'cazuela', name: 'Cazuela' },
    { id: 'paraiso', name: 'Paraíso' },
  ],
  categories: [
    { id: 'platea-a', name: 'Platea preferencial', color: '#8c1d18' },
    { id: 'platea-b', name: 'Platea', color: '#c4552d' },
    { id: 'palco', name: 'Palcos', color: '#b08a2e' },
    { id: 'cazuela', name: 'Cazuela', color: '#2f6b5e' },
    { id: 'paraiso', name: 'Paraíso', color: '#35558a' },
  ],
  sections: [
    stalls('izquierda'),
    stalls('centro'),
    stalls('derecha'),
    boxes(HALL, { id: 'palcos-bajos', name: 'Palcos bajos', radius: 264, width: 27, category: 'palco' }),
    boxes(HALL, { id: 'palcos-altos', name: 'Palcos altos', radius: 304, width: 27, category: 'palco' }),
    ...gallery(HALL, { id: 'cazuela', name: 'Cazuela', radius: 348, rows: 2, rowGap: 16, pitch: PITCH }),
    ...gallery(HALL, { id: 'paraiso', name: 'Paraíso', radius: 396, rows: 2, rowGap: 16, pitch: PITCH }),
  ],
  decor: [
    { kind: 'stage', polygon: apron, at: { x: 0, y: 10 }, text: 'Escenario' },
    { kind: 'wall', polygon: pit, at: { x: 0, y: 88 }, text: 'Foso' },
  ],
});
