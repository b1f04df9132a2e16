import type { OpenSection, Row, SeatedSection, VenueMap } from '@butaca/venue-map';
import type { DemoVenue } from '../venues/index.ts';
import { arc, box, curvedRow, letters, range, rounded, straightRow } from '../venues/shapes.ts';

const STONE_PITCH = 11;
const STONE_ROW_GAP = 14;
const ROUND_STAGE = { x: 0, y: 0 };
const TIERS = {
  baja: { name: 'Grada baja', firstRadius: 112, rows: 9, firstRow: 0 },
  alta: { name: 'Grada alta', firstRadius: 262, rows: 11, firstRow: 9 },
} as const;
/** Three wedges around the stage with stairs between them; degrees, clockwise from east. */
const WEDGES = [
  { id: 'izquierda', name: 'izquierda', from: 158, to: 119 },
  { id: 'centro', name: 'centro', from: 111, to: 69 },
  { id: 'derecha', name: 'derecha', from: 61, to: 22 },
] as const;

function wedge(tier: keyof typeof TIERS, { id, name, from, to }: (typeof WEDGES)[number]): SeatedSection {
  const { name: tierName, firstRadius, rows, firstRow } = TIERS[tier];
  return {
    id: `${tier}-${id}`,
    label: `${tierName} ${name}`,
    level: tier,
    kind: 'seated',
    rows: range(rows).map((row): Row => {
      const drawn = curvedRow(letters(firstRow + row), ROUND_STAGE, firstRadius + row * STONE_ROW_GAP, [from, to], STONE_PITCH, {
        category: categoryOf(tier, id),
      });
      return tier === 'alta' && id === 'centro' && row === 0 ? { ...drawn, traits: onTheCrossing(drawn.count ?? 0) } : drawn;
    }),
  };
}

const categoryOf = (tier: keyof typeof TIERS, side: string) => (side === 'centro' ? `${tier}-centro` : tier);

/** Rooms for wheelchairs and companions at the level crossing between the tiers, at both stairs. */
const onTheCrossing = (count: number): NonNullable<Row['traits']> =>
  [0, 1, count - 2, count - 1].map((seat, index) => ({ seat, trait: index % 3 === 0 ? 'wheelchair' : 'companion' }));

/** An open theatre by a stream: two tiers of stone around a round stage, and a lawn above them. */
const anfiteatroDelArroyo = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Anfiteatro del Arroyo',
  size: { width: 1080, height: 700 },
  focal: ROUND_STAGE,
  levels: [
    { id: 'baja', name: 'Grada baja' },
    { id: 'alta', name: 'Grada alta' },
    { id: 'cesped', name: 'Césped' },
  ],
  categories: [
    { id: 'baja-centro', name: 'Grada baja, centro', color: '#8a2f6b' },
    { id: 'baja', name: 'Grada baja, lados', color: '#b45a92' },
    { id: 'alta-centro', name: 'Grada alta, centro', color: '#2b6f73' },
    { id: 'alta', name: 'Grada alta, lados', color: '#4f8f6a' },
    { id: 'cesped', name: 'Césped', color: '#6f8a2a' },
  ],
  sections: [
    ...WEDGES.map((each) => wedge('baja', each)),
    ...WEDGES.map((each) => wedge('alta', each)),
    {
      id: 'cesped',
      label: 'Césped',
      level: 'cesped',
      kind: 'standing',
      capacity: 600,
      category: 'cesped',
      outline: [...arc(ROUND_STAGE, 432, 158, 22, 25), ...arc(ROUND_STAGE, 520, 22, 158, 25)],
      labelAt: { x: 0, y: 477 },
    },
  ],
  decor: [
    { kind: 'stage', polygon: arc(ROUND_STAGE, 78, 0, 345, 24), at: ROUND_STAGE, text: 'Escenario' },
    { kind: 'field', polygon: rounded(box(-520, -128, 520, -92), 18), at: { x: 0, y: -110 }, text: 'Arroyo' },
  ],
});

const HALL_PITCH = 12;
const HALL_ROW_GAP = 17;
const ROWS = 11;
const BLOCK = { width: 96, fromAisle: 62 };

/** Odd seats on the left of the aisle and even ones on the right, both counted from it. */
function block(side: 'izquierda' | 'derecha'): SeatedSection {
  const left = side === 'izquierda';
  const rows = range(ROWS).map((row): Row => {
    const at = { x: left ? -BLOCK.fromAisle : BLOCK.fromAisle, y: row * HALL_ROW_GAP };
    const drawn = straightRow(letters(row), at, BLOCK.width, HALL_PITCH, left ? 180 : 0, { category: row < 6 ? 'platea' : 'platea-alta' });
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
  rows: range(3).map((row) => straightRow(letters(row), { x: 0, y: 236 + row * HALL_ROW_GAP }, 228, HALL_PITCH, 0, { category: 'balcon' })),
});

/** A room for chamber music and plays: two blocks of stalls and a balcony at the back. */
const salaLapacho = (): VenueMap => ({
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

const floor = (
  id: string,
  label: string,
  capacity: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
): OpenSection => ({
  id,
  label,
  level: 'galpon',
  kind: 'standing',
  capacity,
  category: id,
  outline: rounded(box(left, top, right, bottom), 10),
});

/** A shed by the river port: all stand, and the nearer places cost more. */
const tingladoTrece = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Tinglado 13',
  size: { width: 640, height: 420 },
  focal: { x: 70, y: 210 },
  levels: [{ id: 'galpon', name: 'Galpón' }],
  categories: [
    { id: 'frente', name: 'Frente', color: '#a8246b' },
    { id: 'campo', name: 'Campo', color: '#2b6f73' },
    { id: 'muelle', name: 'Muelle', color: '#8a6a1f' },
  ],
  sections: [
    floor('frente', 'Frente al escenario', 140, [136, 60, 244, 360]),
    floor('campo', 'Campo', 480, [258, 60, 476, 360]),
    floor('muelle', 'Muelle techado', 110, [490, 60, 606, 360]),
  ],
  decor: [
    { kind: 'wall', polygon: rounded(box(20, 36, 620, 384), 14) },
    { kind: 'stage', polygon: rounded(box(36, 110, 116, 310), 10), at: { x: 76, y: 210 }, text: 'Escenario' },
  ],
});

const inAsuncion = { city: 'Asunción', province: 'Distrito Capital', timeZone: 'America/Asuncion' };

/** Stone under the sky, a small room and a shed; streets are invented. */
export const muaVenues: readonly DemoVenue[] = [
  {
    slug: 'anfiteatro-del-arroyo',
    name: 'Anfiteatro del Arroyo',
    address: 'Bajada de las Piedras 300',
    postcode: '001412',
    ...inAsuncion,
    map: anfiteatroDelArroyo,
  },
  {
    slug: 'sala-lapacho',
    name: 'Sala Lapacho',
    address: 'Callejón de los Lapachos 45',
    postcode: '001203',
    ...inAsuncion,
    map: salaLapacho,
  },
  {
    slug: 'tinglado-13',
    name: 'Tinglado 13',
    address: 'Muelle de las Naranjas, puerta 13',
    postcode: '001105',
    ...inAsuncion,
    map: tingladoTrece,
  },
];
