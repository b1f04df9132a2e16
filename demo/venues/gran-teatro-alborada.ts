import type { SeatedSection, VenueMap } from '@butaca/venue-map';
import { curvedRow, letters, range } from './rows.ts';

const PITCH = 11;
/** The stalls curve gently around a point behind the stage; boxes and galleries follow a horseshoe around the stalls. */
const STALLS = { center: { x: 0, y: -300 }, firstRadius: 430, rowGap: 18, rows: 20 };
const HORSESHOE = { x: 0, y: 230 };

function stalls(id: string, label: string, angles: readonly [number, number]): SeatedSection {
  const rows = range(STALLS.rows).map((row) =>
    curvedRow(letters(row), STALLS.center, STALLS.firstRadius + row * STALLS.rowGap, angles, PITCH, {
      category: row < 8 ? 'platea-a' : 'platea-b',
      ...(row === STALLS.rows - 1 && id === 'platea-centro'
        ? {
            traits: [
              { seat: 0, trait: 'wheelchair' as const },
              { seat: 1, trait: 'companion' as const },
              { seat: 2, trait: 'wheelchair' as const },
              { seat: 3, trait: 'companion' as const },
            ],
          }
        : {}),
    }),
  );
  return { id, label, level: 'platea', kind: 'seated', rows };
}

/** Boxes of four: two at the rail, two behind. Numbered from the stage on the left around to the right. */
function boxes(level: string, name: string, radius: number, count: number): SeatedSection[] {
  const [from, to] = [188, -8];
  const width = (from - to) / count;
  return range(count).map((box) => {
    const middle = from - width * (box + 0.5);
    const half = (PITCH / 2 / radius) * (180 / Math.PI);
    const nearStage = box < 2 || box >= count - 2;
    const rows = range(2).map((row) => ({
      label: String(row + 1),
      curve: { type: 'arc' as const, center: HORSESHOE, radius: radius + row * 13, start: middle + half, end: middle - half },
      count: 2,
      category: 'palco',
      ...(nearStage && row === 1
        ? {
            traits: [
              { seat: 0, trait: 'restricted-view' as const },
              { seat: 1, trait: 'restricted-view' as const },
            ],
          }
        : {}),
    }));
    return { id: `${level}-${box + 1}`, label: `${name} ${box + 1}`, level, kind: 'seated' as const, rows };
  });
}

function gallery(level: string, name: string, radius: number, rows: number): SeatedSection[] {
  const parts = [
    ['izquierda', 186, 128],
    ['centro', 124, 56],
    ['derecha', 52, -6],
  ] as const;
  return parts.map(([side, from, to]) => ({
    id: `${level}-${side}`,
    label: `${name} ${side}`,
    level,
    kind: 'seated' as const,
    rows: range(rows).map((row) => curvedRow(letters(row), HORSESHOE, radius + row * 16, [from, to], PITCH, { category: level })),
  }));
}

/** An Italian theatre of some 1,800 numbered seats: stalls, two tiers of boxes, two galleries. */
export const granTeatroAlborada = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Gran Teatro Alborada',
  size: { width: 1500, height: 1050 },
  focal: { x: 0, y: 40 },
  levels: [
    { id: 'platea', name: 'Platea' },
    { id: 'palcos-bajos', name: 'Palcos bajos' },
    { id: 'palcos-altos', name: 'Palcos altos' },
    { id: 'cazuela', name: 'Cazuela' },
    { id: 'paraiso', name: 'Paraíso' },
  ],
  categories: [
    { id: 'platea-a', name: 'Platea preferencial', color: '#8c1d18' },
    { id: 'platea-b', name: 'Platea', color: '#c4552d' },
    { id: 'palco', name: 'Palcos', color: '#b08a2e' },
    { id: 'cazuela', name: 'Cazuela', color: '#2f6b5e' },
    { id: 'paraiso', name: 'Paraíso', color: '#35558a' },
  ],
  sections: [
    stalls('platea-izquierda', 'Platea izquierda', [117, 101]),
    stalls('platea-centro', 'Platea centro', [99.5, 80.5]),
    stalls('platea-derecha', 'Platea derecha', [79, 63]),
    ...boxes('palcos-bajos', 'Palco bajo', 428, 25),
    ...boxes('palcos-altos', 'Palco alto', 474, 29),
    ...gallery('cazuela', 'Cazuela', 524, 2),
    ...gallery('paraiso', 'Paraíso', 576, 2),
  ],
  decor: [
    {
      kind: 'stage',
      polygon: [
        { x: -210, y: 0 },
        { x: 210, y: 0 },
        { x: 250, y: 60 },
        { x: 120, y: 84 },
        { x: 0, y: 92 },
        { x: -120, y: 84 },
        { x: -250, y: 60 },
      ],
      at: { x: 0, y: 50 },
      text: 'Escenario',
    },
  ],
});
