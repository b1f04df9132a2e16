import type { Row, SeatedSection, VenueMap } from '@butaca/venue-map';
import { letters, range, straightRow } from '../../venues/rows.ts';
import { box, rounded } from '../../venues/shapes.ts';

const PITCH = 12;
const ROW_GAP = 17;
const ROWS = 11;
const BLOCK = { width: 96, fromAisle: 62 };

/** Odd seats on the left of the aisle and even ones on the right, both counted from it. */
function block(side: 'izquierda' | 'derecha'): SeatedSection {
  const left = side === 'izquierda';
  const rows = range(ROWS).map((row): Row => {
    const at = { x: left ? -BLOCK.fromAisle : BLOCK.fromAisle, y: row * ROW_GAP };
    const drawn = straightRow(letters(row), at, BLOCK.width, PITCH, left ? 180 : 0, { category: row < 6 ? 'platea' : 'platea-alta' });
    return { ...drawn, numbering: { scheme: left ? 'odd' : 'even' }, ...(row === ROWS - 1 ? { traits: atTheDoor } : {}) };
  });
  return { id: `platea-${side}`, label: `Platea ${side}`, level: 'platea', kind: 'seated', rows };
}

const atTheDoor: NonNullable<Row['traits']> = [
  { seat: 0, trait: 'companion' },
  { seat: 1, trait: 'wheelchair' },
];

const balcony = (): SeatedSection => ({
  id: 'balcon',
  label: 'Balcón',
  level: 'balcon',
  kind: 'seated',
  rows: range(3).map((row) => straightRow(letters(row), { x: 0, y: 236 + row * ROW_GAP }, 228, PITCH, 0, { category: 'balcon' })),
});

/** A room for chamber music and plays: two blocks of stalls and a balcony at the back. */
export const salaLapacho = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Sala Lapacho',
  size: { width: 320, height: 420 },
  focal: { x: 0, y: -50 },
  levels: [
    { id: 'platea', name: 'Platea' },
    { id: 'balcon', name: 'Balcón' },
  ],
  categories: [
    { id: 'platea', name: 'Platea', color: '#a8246b' },
    { id: 'platea-alta', name: 'Platea alta', color: '#c4722d' },
    { id: 'balcon', name: 'Balcón', color: '#2f6b8a' },
  ],
  sections: [block('izquierda'), block('derecha'), balcony()],
  decor: [{ kind: 'stage', polygon: rounded(box(-104, -78, 104, -28), 12), at: { x: 0, y: -53 }, text: 'Escenario' }],
});
