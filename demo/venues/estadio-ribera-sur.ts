import type { OpenSection, VenueMap } from '@butaca/venue-map';
import { bowlTier, type Part } from './bowl.ts';

const PITCH = 5;
const HALF = { x: 540, y: 360 };
const ENDS: readonly Part[] = ['east', 'west', 'north-east', 'north-west', 'south-east', 'south-west'];

/** The stands behind the goals, without seats: from one corner around to the other. */
function popular(id: string, label: string, side: 1 | -1): OpenSection {
  const inner = 330;
  const outer = 506;
  const arc = (radius: number, corner: 1 | -1, from: number, to: number) =>
    Array.from({ length: 13 }, (_, step) => {
      const angle = ((from + ((to - from) * step) / 12) * Math.PI) / 180;
      return { x: Math.round(side * (HALF.x + Math.cos(angle) * radius)), y: Math.round(corner * HALF.y + Math.sin(angle) * radius) };
    });
  const outline = [...arc(outer, -1, -78, 0), ...arc(outer, 1, 0, 78), ...arc(inner, 1, 78, 0), ...arc(inner, -1, 0, -78)];
  return {
    id,
    label,
    level: 'alta',
    kind: 'standing',
    capacity: 5500,
    category: 'popular',
    outline,
    labelAt: { x: side * (HALF.x + 418), y: 0 },
  };
}

const tier = { half: HALF, rowGap: 8, pitch: PITCH, aisle: 14 };

/** A stadium of some 60,000: numbered stands on two tiers, standing ends, and the field for concerts. */
export const estadioRiberaSur = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Estadio Ribera Sur',
  size: { width: 2100, height: 1750 },
  focal: { x: 0, y: 0 },
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
      capacity: 15_000,
      category: 'campo',
      outline: [
        { x: -340, y: -300 },
        { x: 500, y: -300 },
        { x: 500, y: 300 },
        { x: -340, y: 300 },
      ],
      labelAt: { x: 80, y: 0 },
    },
    ...bowlTier({
      ...tier,
      firstRow: 40,
      rows: 30,
      blocks: { side: 8, end: 5, corner: 3 },
      level: 'baja',
      name: (number) => `Baja ${100 + number}`,
      category: (_, part) => (part === 'north' || part === 'south' ? 'platea' : 'baja'),
    }),
    ...bowlTier({
      ...tier,
      firstRow: 330,
      rows: 22,
      blocks: { side: 8, end: 5, corner: 3 },
      level: 'alta',
      name: (number) => `Alta ${200 + number}`,
      category: () => 'alta',
      leaveOut: ENDS,
    }),
    popular('popular-este', 'Popular Este', 1),
    popular('popular-oeste', 'Popular Oeste', -1),
  ],
  decor: [
    {
      kind: 'stage',
      polygon: [
        { x: -510, y: -170 },
        { x: -380, y: -170 },
        { x: -380, y: 170 },
        { x: -510, y: 170 },
      ],
      at: { x: -445, y: 0 },
      text: 'Escenario',
    },
  ],
});
