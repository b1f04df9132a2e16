import type { SeatedSection, VenueMap } from '@butaca/venue-map';
import { bowlTier } from './bowl.ts';
import { letters, range, straightRow } from './rows.ts';

const PITCH = 10;
const HALF = { x: 300, y: 170 };

/** Chairs on the floor, in three by two blocks facing the stage at the west end. */
function floor(): SeatedSection[] {
  return range(6).map((block) => {
    const middle = { x: -70 + (block % 3) * 145, y: block < 3 ? -82 : 82 };
    const rows = range(10).map((row) =>
      straightRow(letters(row), { x: middle.x - 58 + row * 13, y: middle.y }, 145, PITCH, 90, {
        category: block % 3 === 0 ? 'campo-a' : 'campo-b',
      }),
    );
    return { id: `campo-${block + 1}`, label: `Campo ${block + 1}`, level: 'campo', kind: 'seated' as const, rows };
  });
}

/** An arena of some 9,000 numbered seats: chairs on the floor and a bowl of two tiers, open behind the stage. */
export const arenaParqueNorte = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Arena Parque Norte',
  size: { width: 1500, height: 1250 },
  focal: { x: -230, y: 0 },
  levels: [
    { id: 'campo', name: 'Campo' },
    { id: 'baja', name: 'Platea baja' },
    { id: 'alta', name: 'Platea alta' },
  ],
  categories: [
    { id: 'campo-a', name: 'Campo preferencial', color: '#8c1d5f' },
    { id: 'campo-b', name: 'Campo', color: '#b8447f' },
    { id: 'baja', name: 'Platea baja', color: '#c4722d' },
    { id: 'alta', name: 'Platea alta', color: '#2f6b8a' },
  ],
  sections: [
    ...floor(),
    ...bowlTier({
      half: HALF,
      firstRow: 30,
      rowGap: 14,
      rows: 21,
      pitch: PITCH,
      aisle: 22,
      blocks: { side: 4, end: 2, corner: 2 },
      level: 'baja',
      name: (number) => `Platea baja ${100 + number}`,
      category: () => 'baja',
      leaveOut: ['west', 'south-west', 'north-west'],
    }),
    ...bowlTier({
      half: HALF,
      firstRow: 350,
      rowGap: 14,
      rows: 17,
      pitch: PITCH,
      aisle: 22,
      blocks: { side: 4, end: 2, corner: 3 },
      level: 'alta',
      name: (number) => `Platea alta ${200 + number}`,
      category: () => 'alta',
      leaveOut: ['west', 'south-west', 'north-west'],
    }),
  ],
  decor: [
    {
      kind: 'stage',
      polygon: [
        { x: -300, y: -120 },
        { x: -190, y: -120 },
        { x: -190, y: -30 },
        { x: -160, y: -30 },
        { x: -160, y: 30 },
        { x: -190, y: 30 },
        { x: -190, y: 120 },
        { x: -300, y: 120 },
      ],
      at: { x: -240, y: 5 },
      text: 'Escenario',
    },
  ],
});
