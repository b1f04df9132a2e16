import type { OpenSection, VenueMap } from '@butaca/venue-map';
import { box, rounded } from '../../venues/shapes.ts';

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
export const tingladoTrece = (): VenueMap => ({
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
