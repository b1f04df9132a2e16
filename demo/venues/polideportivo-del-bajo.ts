import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VenueMap } from '@butaca/venue-map';
import { readSeatingPlan } from '@butaca/venue-map/read';

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
