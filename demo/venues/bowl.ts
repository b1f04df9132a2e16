import type { Point, Row, SeatedSection } from '@butaca/venue-map';
import { curvedRow, range, straightRow } from './shapes.ts';

export interface Tier {
  /** Half of the rectangle that the tier runs around; its corners are quarter circles. */
  readonly half: Point;
  /** From the rectangle to the first row, then from row to row. */
  readonly firstRow: number;
  readonly rowGap: number;
  readonly rows: number;
  readonly pitch: number;
  /** Between two blocks. */
  readonly aisle: number;
  readonly blocks: { readonly side: number; readonly end: number; readonly corner: number };
  readonly level: string;
  /** Number of the block, counted clockwise from the left of the north side. */
  readonly name: (number: number, part: Part) => string;
  readonly category: (row: number, part: Part) => string;
  /** Blocks that are not built; `block` counts within its part. */
  readonly leaveOut?: (part: Part, block: number) => boolean;
  /** Rooms for a wheelchair, each beside its companion's seat, in the last row of the straight blocks. */
  readonly wheelchairs?: number;
}

export type Part = 'north' | 'north-east' | 'east' | 'south-east' | 'south' | 'south-west' | 'west' | 'north-west';

/** Clockwise, with the direction in degrees in which the part lies from the middle. */
const around: readonly { readonly part: Part; readonly lies: number }[] = [
  { part: 'north', lies: 270 },
  { part: 'north-east', lies: 315 },
  { part: 'east', lies: 0 },
  { part: 'south-east', lies: 45 },
  { part: 'south', lies: 90 },
  { part: 'south-west', lies: 135 },
  { part: 'west', lies: 180 },
  { part: 'north-west', lies: 225 },
];

/** One tier of a bowl: straight blocks along four sides, curved ones in the corners. */
export function bowlTier(tier: Tier): SeatedSection[] {
  let number = 0;
  return around.flatMap(({ part, lies }) => {
    const isCorner = lies % 90 !== 0;
    const count = tier.blocks[isCorner ? 'corner' : lies % 180 === 0 ? 'end' : 'side'];
    return range(count).flatMap((block): SeatedSection[] => {
      number += 1;
      if (tier.leaveOut?.(part, block)) return [];
      const rows = range(tier.rows).map((row): Row => {
        const look = { category: tier.category(row, part) };
        const drawn = isCorner ? cornerRow(tier, lies, block / count, row, look) : sideRow(tier, lies, (block + 0.5) / count, row, look);
        return !isCorner && row === tier.rows - 1 && tier.wheelchairs ? { ...drawn, traits: wheelchairs(tier.wheelchairs) } : drawn;
      });
      return [{ id: `${tier.level}-${number}`, label: tier.name(number, part), level: tier.level, kind: 'seated', rows }];
    });
  });
}

/** Seats count clockwise: from left to right as the field sees them. */
function sideRow(tier: Tier, lies: number, along: number, row: number, look: { category: string }) {
  const isEnd = lies % 180 === 0;
  const side = 2 * (isEnd ? tier.half.y : tier.half.x);
  const away = (isEnd ? tier.half.x : tier.half.y) + tier.firstRow + row * tier.rowGap;
  const shift = side * (along - 0.5);
  const angle = (lies * Math.PI) / 180;
  const out = { x: Math.round(Math.cos(angle)), y: Math.round(Math.sin(angle)) };
  const middle = { x: out.x * away - out.y * shift, y: out.y * away + out.x * shift };
  const room = side / tier.blocks[isEnd ? 'end' : 'side'] - tier.aisle;
  return straightRow(String(row + 1), middle, room, tier.pitch, lies + 90, look);
}

function cornerRow(tier: Tier, lies: number, along: number, row: number, look: { category: string }) {
  const angle = (lies * Math.PI) / 180;
  const center = { x: Math.sign(Math.cos(angle)) * tier.half.x, y: Math.sign(Math.sin(angle)) * tier.half.y };
  const radius = tier.firstRow + row * tier.rowGap;
  const width = 90 / tier.blocks.corner;
  const aisle = (tier.aisle / 2 / radius) * (180 / Math.PI);
  const from = lies - 45 + 90 * along;
  return curvedRow(String(row + 1), center, radius, [from + aisle, from + width - aisle], tier.pitch, look);
}

const wheelchairs = (count: number): NonNullable<Row['traits']> =>
  range(2 * count).map((seat) => ({ seat, trait: seat % 2 === 0 ? 'wheelchair' : 'companion' }));
