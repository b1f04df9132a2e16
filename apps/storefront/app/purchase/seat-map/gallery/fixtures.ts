import type { Point, Row, SeatedSection, VenueMap } from '@butaca/venue-map';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const polar = (radius: number, degrees: number): Point => ({
  x: Math.cos((degrees * Math.PI) / 180) * radius,
  y: Math.sin((degrees * Math.PI) / 180) * radius,
});

interface Ring {
  readonly id: string;
  readonly name: string;
  readonly blocks: number;
  readonly rows: number;
  readonly radius: number;
  readonly pitch: number;
  /** Degrees; clockwise from the first. */
  readonly angles: readonly [number, number];
}

/** Blocks side by side on a ring around the middle. */
function ring({ id, name, blocks, rows, radius, pitch, angles: [from, to] }: Ring): SeatedSection[] {
  const width = (to - from) / blocks;
  const aisle = (pitch * 1.6 * 180) / (Math.PI * radius);
  return range(blocks).map((block) => {
    const [start, end] = [from + block * width + aisle / 2, from + (block + 1) * width - aisle / 2];
    return {
      id: `${id}-${block + 1}`,
      label: `${name} ${block + 1}`,
      kind: 'seated',
      rows: range(rows).map((row): Row => {
        const far = radius + row * pitch * 1.4;
        const count = Math.max(2, Math.floor((far * (end - start) * Math.PI) / 180 / pitch));
        return {
          label: String(row + 1),
          curve: { type: 'arc', center: { x: 0, y: 0 }, radius: far, start, end },
          count,
          category: id,
          ...(row === 0
            ? {
                traits: [
                  { seat: 0, trait: 'wheelchair' as const },
                  { seat: 1, trait: 'companion' as const },
                ],
              }
            : {}),
        };
      }),
    };
  });
}

const circle = (radius: number) => range(48).map((step) => polar(radius, step * 7.5));

function venue(name: string, rings: readonly Ring[], field: { radius: number; capacity: number }): VenueMap {
  const most = Math.max(...rings.map(({ radius, rows, pitch }) => radius + rows * pitch * 1.4));
  return {
    schema: 'venue-map/1',
    name,
    size: { width: 2 * most, height: 2 * most },
    focal: { x: 0, y: 0 },
    categories: [...rings.map(({ id, name: label }) => ({ id, name: label })), { id: 'campo', name: 'Campo' }],
    sections: [
      ...rings.flatMap(ring),
      ...(field.capacity > 0
        ? [
            {
              id: 'campo',
              label: 'Campo',
              kind: 'standing' as const,
              capacity: field.capacity,
              category: 'campo',
              outline: circle(field.radius),
            },
          ]
        : []),
    ],
    decor: field.capacity > 0 ? [] : [{ kind: 'stage', polygon: circle(field.radius), at: { x: 0, y: 0 }, text: 'Escenario' }],
  };
}

/** Three invented halls with about 1,000, 9,000 and 60,000 places. */
export const fixtures: readonly VenueMap[] = [
  venue(
    'Teatro',
    [
      { id: 'platea', name: 'Platea', blocks: 3, rows: 16, radius: 120, pitch: 11, angles: [15, 165] },
      { id: 'pullman', name: 'Pullman', blocks: 5, rows: 5, radius: 390, pitch: 11, angles: [25, 155] },
    ],
    { radius: 80, capacity: 0 },
  ),
  venue(
    'Arena',
    [
      { id: 'baja', name: 'Baja', blocks: 16, rows: 18, radius: 210, pitch: 9, angles: [-60, 240] },
      { id: 'alta', name: 'Alta', blocks: 20, rows: 18, radius: 470, pitch: 9, angles: [-60, 240] },
    ],
    { radius: 170, capacity: 0 },
  ),
  venue(
    'Estadio',
    [
      { id: 'baja', name: 'Baja', blocks: 28, rows: 42, radius: 420, pitch: 5, angles: [0, 360] },
      { id: 'alta', name: 'Alta', blocks: 36, rows: 26, radius: 760, pitch: 5, angles: [0, 360] },
    ],
    { radius: 360, capacity: 4000 },
  ),
];
