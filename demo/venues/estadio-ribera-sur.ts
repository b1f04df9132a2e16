import type { OpenSection, VenueMap } from '@butaca/venue-map';
import { bowlTier, type Part, type Tier } from './bowl.ts';
import { arc, box, mirrored, rounded } from './shapes.ts';

const half = { x: 420, y: 250 };
const UPPER = { firstRow: 440, depth: 180 };
const bowl = { half, rowGap: 8, pitch: 5, aisle: 14 } satisfies Partial<Tier>;

const words: Readonly<Record<Part, string>> = {
  north: 'Norte',
  'north-east': 'Noreste',
  east: 'Este',
  'south-east': 'Sureste',
  south: 'Sur',
  'south-west': 'Suroeste',
  west: 'Oeste',
  'north-west': 'Noroeste',
};

/** Of four blocks in a corner, clockwise, the two nearer to the end belong to the standing stand behind the goal. */
function isPopular(part: Part, block: number): boolean {
  if (part === 'east' || part === 'west') return true;
  return part === 'north-east' || part === 'south-west' ? block >= 2 : part === 'north-west' || part === 'south-east' ? block < 2 : false;
}

/** A stand without seats behind a goal, from the middle of one corner around to the middle of the other. */
function popular(id: string, label: string, side: 'east' | 'west'): OpenSection {
  const [inner, outer] = [UPPER.firstRow - 4, UPPER.firstRow + UPPER.depth - 8];
  const aisle = 1.1;
  const corner = (radius: number, from: number, to: number) =>
    arc({ x: half.x, y: from < 0 || to < 0 ? -half.y : half.y }, radius, from, to);
  const east = [
    ...corner(outer, -45 + aisle, 0),
    ...corner(outer, 0, 45 - aisle),
    ...corner(inner, 45 - aisle, 0),
    ...corner(inner, 0, -45 + aisle),
  ];
  return {
    id,
    label,
    level: 'alta',
    kind: 'standing',
    capacity: 4500,
    category: 'popular',
    outline: side === 'east' ? east : mirrored(east),
    labelAt: { x: (side === 'east' ? 1 : -1) * (half.x + (inner + outer) / 2), y: 0 },
  };
}

/** A stadium of some 60,000: numbered stands on two tiers, standing ends, and the field for concerts. */
export const estadioRiberaSur = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Estadio Ribera Sur',
  size: { width: 2100, height: 1750 },
  focal: { x: -420, y: 0 },
  levels: [
    { id: 'campo', name: 'Campo' },
    { id: 'baja', name: 'Tribuna baja' },
    { id: 'alta', name: 'Tribuna alta' },
  ],
  categories: [
    { id: 'campo', name: 'Campo de pie', color: '#2f7d4f' },
    { id: 'platea', name: 'Platea', color: '#8c1d18' },
    { id: 'baja', name: 'Tribuna baja', color: '#c4722d' },
    { id: 'alta', name: 'Tribuna alta', color: '#35558a' },
    { id: 'popular', name: 'Popular de pie', color: '#6b5b8a' },
  ],
  sections: [
    {
      id: 'campo',
      label: 'Campo',
      level: 'campo',
      kind: 'standing',
      capacity: 13_000,
      category: 'campo',
      outline: rounded(box(-350, -300, 490, 300), 40),
      labelAt: { x: 70, y: 0 },
    },
    ...bowlTier({
      ...bowl,
      firstRow: 160,
      rows: 30,
      blocks: { side: 6, end: 4, corner: 4 },
      level: 'baja',
      name: (number, part) => `${words[part]} ${100 + number}`,
      category: (_, part) => (part === 'north' || part === 'south' ? 'platea' : 'baja'),
      wheelchairs: 4,
    }),
    ...bowlTier({
      ...bowl,
      firstRow: UPPER.firstRow,
      rows: Math.floor(UPPER.depth / bowl.rowGap),
      blocks: { side: 6, end: 4, corner: 4 },
      level: 'alta',
      name: (number, part) => `${words[part]} Alta ${200 + number}`,
      category: () => 'alta',
      leaveOut: isPopular,
    }),
    popular('popular-este', 'Popular Este', 'east'),
    popular('popular-oeste', 'Popular Oeste', 'west'),
  ],
  decor: [
    { kind: 'field', polygon: rounded(box(-545, -370, 545, 370), 70) },
    { kind: 'stage', polygon: rounded(box(-510, -190, -380, 190), 10), at: { x: -445, y: 0 }, text: 'Escenario' },
  ],
});
