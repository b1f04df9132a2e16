import type { Row, SeatedSection, VenueMap } from '@butaca/venue-map';
import { bowlTier, type Part, type Tier } from './bowl.ts';
import { letters, range, rounded, straightRow } from './shapes.ts';

const PITCH = 10;
const behindTheStage: readonly Part[] = ['south-west', 'west', 'north-west'];

/** Chairs on the floor, in three by two blocks facing the stage at the west end. */
function floor(): SeatedSection[] {
  return range(6).map((block) => {
    const middle = { x: -80 + (block % 3) * 150, y: block < 3 ? -84 : 84 };
    const rows = range(10).map((row): Row => {
      const at = { x: middle.x - 58 + row * 13, y: middle.y };
      const drawn = straightRow(letters(row), at, 145, PITCH, 90, { category: block % 3 === 0 ? 'campo-a' : 'campo-b' });
      return block % 3 === 2 && row === 9 ? { ...drawn, traits: besideTheAisle(drawn.count ?? 0, block) } : drawn;
    });
    return { id: `campo-${block + 1}`, label: `Campo ${block + 1}`, level: 'campo', kind: 'seated', rows };
  });
}

/** Two rooms for wheelchairs and their companions at the aisle in the middle, by the way in. */
function besideTheAisle(count: number, block: number): NonNullable<Row['traits']> {
  return range(4).map((step) => ({
    seat: block < 3 ? count - 1 - step : step,
    trait: step % 2 === 0 ? 'wheelchair' : 'companion',
  }));
}

const bowl = {
  half: { x: 260, y: 110 },
  rowGap: 14,
  pitch: PITCH,
  aisle: 24,
  leaveOut: (part) => behindTheStage.includes(part),
} satisfies Partial<Tier>;

/** An arena of some 9,000 numbered seats: chairs on the floor and a bowl of two tiers, open behind the stage. */
export const arenaParqueNorte = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Arena Parque Norte',
  size: { width: 1250, height: 1600 },
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
      ...bowl,
      firstRow: 130,
      rows: 20,
      blocks: { side: 3, end: 2, corner: 3 },
      level: 'baja',
      name: (number) => `Platea baja ${100 + number}`,
      category: () => 'baja',
      wheelchairs: 2,
    }),
    ...bowlTier({
      ...bowl,
      firstRow: 435,
      rows: 17,
      blocks: { side: 3, end: 2, corner: 4 },
      level: 'alta',
      name: (number) => `Platea alta ${200 + number}`,
      category: () => 'alta',
    }),
  ],
  decor: [
    {
      kind: 'stage',
      polygon: rounded(
        [
          { x: -370, y: -150 },
          { x: -210, y: -150 },
          { x: -210, y: -34 },
          { x: -165, y: -34 },
          { x: -165, y: 34 },
          { x: -210, y: 34 },
          { x: -210, y: 150 },
          { x: -370, y: 150 },
        ],
        10,
      ),
      at: { x: -275, y: 0 },
      text: 'Escenario',
    },
  ],
});
