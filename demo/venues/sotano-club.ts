import type { OpenSection, Point, VenueMap } from '@butaca/venue-map';
import { box, rounded } from './shapes.ts';

const room = (id: string, label: string, level: string, capacity: number, outline: readonly Point[]): OpenSection => ({
  id,
  label,
  level,
  kind: 'standing',
  capacity,
  category: id,
  outline: rounded(outline, 10),
});

const floor = [
  { x: 150, y: 118 },
  { x: 490, y: 118 },
  { x: 490, y: 300 },
  { x: 150, y: 300 },
];

const bar = [
  { x: 34, y: 34 },
  { x: 138, y: 34 },
  { x: 138, y: 300 },
  { x: 34, y: 300 },
];

/** Runs around the floor on two sides, a few steps up. */
const mezzanine = [
  { x: 502, y: 118 },
  { x: 606, y: 118 },
  { x: 606, y: 416 },
  { x: 34, y: 416 },
  { x: 34, y: 312 },
  { x: 502, y: 312 },
];

const stage = [
  { x: 196, y: 34 },
  { x: 444, y: 34 },
  { x: 428, y: 90 },
  { x: 380, y: 104 },
  { x: 260, y: 104 },
  { x: 212, y: 90 },
];

/** A club: places have no numbers. */
export const sotanoClub = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Sótano Club',
  size: { width: 640, height: 450 },
  focal: { x: 320, y: 70 },
  levels: [
    { id: 'sotano', name: 'Sótano' },
    { id: 'entrepiso', name: 'Entrepiso' },
  ],
  categories: [
    { id: 'pista', name: 'Pista', color: '#8c1d5f' },
    { id: 'barra', name: 'Barra', color: '#b08a2e' },
    { id: 'entrepiso', name: 'Entrepiso', color: '#35558a' },
  ],
  sections: [
    room('pista', 'Pista', 'sotano', 380, floor),
    room('barra', 'Barra', 'sotano', 90, bar),
    { ...room('entrepiso', 'Entrepiso', 'entrepiso', 130, mezzanine), labelAt: { x: 320, y: 364 } },
  ],
  decor: [
    { kind: 'wall', polygon: rounded(box(20, 20, 620, 430), 18) },
    { kind: 'stage', polygon: rounded(stage, 8), at: { x: 320, y: 68 }, text: 'Escenario' },
    { kind: 'bar', polygon: rounded(box(48, 60, 72, 274), 8) },
    { kind: 'text', at: { x: 554, y: 70 }, text: 'Entrada' },
  ],
});
