import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VenueMap } from '@butaca/venue-map';
import { readSeatingPlan } from '@butaca/venue-map/read';

/** A real hall: 1,252 numbered seats in six blocks, read from its published plan. */
export function polideportivoDelBajo(): VenueMap {
  const read = readSeatingPlan(JSON.parse(readFileSync(join(import.meta.dirname, 'polideportivo-del-bajo.json'), 'utf8')));
  if (!read.ok) throw new Error(`polideportivo-del-bajo.json: ${read.problems.map(({ path, reason }) => `${path}: ${reason}`).join('; ')}`);
  return { ...read.value.map, name: 'Polideportivo del Bajo' };
}
