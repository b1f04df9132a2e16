import type { OpenSection, Row, SeatedSection, Section, VenueMap } from '@butaca/venue-map';

/** A straight row of ten seats, ten units apart. */
export const row = (over: Partial<Row> = {}): Row => ({
  label: '1',
  curve: { type: 'line', from: { x: 0, y: 0 }, to: { x: 90, y: 0 } },
  count: 10,
  category: 'platea',
  ...over,
});

export const seated = (rows: readonly Row[], over: Partial<SeatedSection> = {}): SeatedSection => ({
  id: 'platea',
  label: 'Platea',
  kind: 'seated',
  rows,
  ...over,
});

export const open = (kind: OpenSection['kind'], capacity: number, over: Partial<OpenSection> = {}): OpenSection => ({
  id: 'campo',
  label: 'Campo',
  kind,
  capacity,
  category: 'campo',
  outline: [
    { x: 0, y: 100 },
    { x: 80, y: 100 },
    { x: 80, y: 140 },
    { x: 0, y: 140 },
  ],
  ...over,
});

export const mapOf = (...sections: readonly Section[]): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Sala de prueba',
  size: { width: 200, height: 200 },
  focal: { x: 50, y: -50 },
  categories: [
    { id: 'platea', name: 'Platea' },
    { id: 'palco', name: 'Palco' },
    { id: 'campo', name: 'Campo' },
  ],
  sections,
});
