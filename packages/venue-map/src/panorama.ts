import type { CompiledMap } from './compile.ts';
import { placeLabel, rangeOf } from './compile.ts';
import type { Panorama, VenueMap } from './form.ts';

/** The picture taken nearest to a place: from its seat, else from its row, else from its section as a whole. */
export function panoramaOfPlace({ panoramas = [] }: VenueMap, compiled: CompiledMap, place: number): Panorama | null {
  const section = rangeOf(compiled.sections, place)?.id;
  const of = panoramas.filter((one) => one.section === section);
  if (of.length === 0) return null;
  const { row, seat } = placeLabel(compiled, place);
  return (
    of.find((one) => row !== null && one.row === row && one.seat === seat) ??
    of.find((one) => row !== null && one.row === row && one.seat === undefined) ??
    of.find((one) => one.row === undefined) ??
    null
  );
}

/** The picture for a whole section: its own, else the first from one of its rows or seats. */
export function panoramaOfSection({ panoramas = [] }: VenueMap, sectionId: string): Panorama | null {
  const of = panoramas.filter(({ section }) => section === sectionId);
  return of.find(({ row }) => row === undefined) ?? of[0] ?? null;
}
