import type { OpenSection, Point, VenueMap } from '@butaca/venue-map';
import { box, rounded } from './shapes.ts';

const rooms = (id: string, label: string, capacity: number, outline: readonly Point[], labelAt: Point): OpenSection => ({
  id,
  label,
  level: 'planta-baja',
  kind: 'quantity',
  capacity,
  category: id,
  outline: rounded(outline, 6),
  labelAt,
});

/** Around the courtyard on three sides. */
const collection = [
  { x: 34, y: 34 },
  { x: 396, y: 34 },
  { x: 396, y: 134 },
  { x: 134, y: 134 },
  { x: 134, y: 286 },
  { x: 396, y: 286 },
  { x: 396, y: 386 },
  { x: 34, y: 386 },
];

/** A museum: admissions by quantity, for the collection and for the exhibition of the season. */
export const museoDeLaEstampa = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Museo de la Estampa',
  size: { width: 640, height: 420 },
  focal: { x: 320, y: 210 },
  levels: [{ id: 'planta-baja', name: 'Planta baja' }],
  categories: [
    { id: 'coleccion', name: 'Colección', color: '#2f6b5e' },
    { id: 'temporaria', name: 'Exposición temporaria', color: '#8a4a2f' },
  ],
  sections: [
    rooms('coleccion', 'Colección permanente', 220, collection, { x: 215, y: 84 }),
    rooms('temporaria', 'Exposición temporaria', 140, box(408, 34, 606, 276), { x: 507, y: 155 }),
  ],
  decor: [
    { kind: 'wall', polygon: rounded(box(20, 20, 620, 400), 14) },
    { kind: 'field', polygon: rounded(box(146, 146, 396, 274), 12), at: { x: 271, y: 210 }, text: 'Patio' },
    { kind: 'text', at: { x: 507, y: 332 }, text: 'Hall y entrada' },
  ],
});
