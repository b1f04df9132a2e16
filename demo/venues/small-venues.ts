import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenSection, Point, VenueMap } from '@butaca/venue-map';
import { readSeatingPlan } from '@butaca/venue-map/read';
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

const words: Readonly<Record<string, string>> = {
  Spielfeld: 'Cancha',
  'Kategorie I': 'Categoría 1',
  'Kategorie II': 'Categoría 2',
  'Kategorie III': 'Categoría 3',
  Fanblock: 'Hinchada local',
  'C unten': 'Sector C bajo',
};

/** A real hall: 1,252 numbered seats in six blocks, read from its published plan and named as it would be here. */
export function polideportivoDelBajo(): VenueMap {
  const read = readSeatingPlan(JSON.parse(readFileSync(join(import.meta.dirname, 'polideportivo-del-bajo.json'), 'utf8')));
  if (!read.ok) throw new Error(`polideportivo-del-bajo.json: ${read.problems.map(({ path, reason }) => `${path}: ${reason}`).join('; ')}`);
  const { map } = read.value;
  return {
    ...map,
    name: 'Polideportivo del Bajo',
    categories: map.categories.map((category) => ({ ...category, name: words[category.name] ?? category.name })),
    sections: map.sections.map((section) => ({ ...section, label: section.label.replace(/^Block/, 'Bloque') })),
    ...(map.decor
      ? { decor: map.decor.map((decor) => ({ ...decor, ...(decor.text ? { text: words[decor.text] ?? decor.text } : {}) })) }
      : {}),
  };
}
