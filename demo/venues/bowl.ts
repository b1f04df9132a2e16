import type { SeatedSection } from '@butaca/venue-map';
import { curvedRow, range, straightRow } from './rows.ts';

export interface Tier {
  /** Half of the rectangle that the tier runs around; its corners are quarter circles. */
  readonly half: { readonly x: number; readonly y: number };
  /** From the rectangle to the first row, then from row to row. */
  readonly firstRow: number;
  readonly rowGap: number;
  readonly rows: number;
  readonly pitch: number;
  /** Between two blocks. */
  readonly aisle: number;
  readonly blocks: { readonly side: number; readonly end: number; readonly corner: number };
  readonly level: string;
  /** Of the block that starts at this number, counted clockwise from the left of the north side. */
  readonly name: (number: number) => string;
  readonly category: (row: number, part: Part) => string;
  readonly leaveOut?: readonly Part[];
}

export type Part = 'north' | 'north-east' | 'east' | 'south-east' | 'south' | 'south-west' | 'west' | 'north-west';

/** Sides in the order of the clock, with the direction that people sit away from the field, in degrees. */
const around: readonly { readonly part: Part; readonly facing: number }[] = [
  { part: 'north', facing: -90 },
  { part: 'north-east', facing: -45 },
  { part: 'east', facing: 0 },
  { part: 'south-east', facing: 45 },
  { part: 'south', facing: 90 },
  { part: 'south-west', facing: 135 },
  { part: 'west', facing: 180 },
  { part: 'north-west', facing: 225 },
];

/** One tier of a bowl: straight blocks along four sides, curved ones in the corners. */
export function bowlTier(tier: Tier): SeatedSection[] {
  const sections: SeatedSection[] = [];
  let number = 0;
  for (const { part, facing } of around) {
    const straight = facing % 90 === 0;
    const count = straight ? tier.blocks[facing % 180 === 0 ? 'end' : 'side'] : tier.blocks.corner;
    for (const block of range(count)) {
      number += 1;
      if (tier.leaveOut?.includes(part)) continue;
      const rows = range(tier.rows).map((row) => {
        const look = { category: tier.category(row, part) };
        const distance = tier.firstRow + row * tier.rowGap;
        return straight
          ? straight_(tier, facing, block, count, row, distance, look)
          : corner(tier, facing, block, count, row, distance, look);
      });
      sections.push({ id: `${tier.level}-${number}`, label: tier.name(number), level: tier.level, kind: 'seated', rows });
    }
  }
  return sections;
}

function straight_(tier: Tier, facing: number, block: number, count: number, row: number, distance: number, look: { category: string }) {
  const alongX = facing % 180 !== 0;
  const width = (2 * (alongX ? tier.half.x : tier.half.y)) / count;
  const turn = facing === -90 || facing === 0 ? 1 : -1;
  const shift = turn * (-(width * count) / 2 + width * (block + 0.5));
  const away = ((alongX ? tier.half.y : tier.half.x) + distance) * (facing === -90 || facing === 180 ? -1 : 1);
  const middle = alongX ? { x: shift, y: away } : { x: away, y: shift };
  return straightRow(String(row + 1), middle, width - tier.aisle, tier.pitch, alongX ? 0 : 90, look);
}

function corner(tier: Tier, facing: number, block: number, count: number, row: number, radius: number, look: { category: string }) {
  const center = {
    x: Math.sign(Math.cos((facing * Math.PI) / 180)) * tier.half.x,
    y: Math.sign(Math.sin((facing * Math.PI) / 180)) * tier.half.y,
  };
  const width = 90 / count;
  const margin = (tier.aisle / 2 / radius) * (180 / Math.PI);
  const from = facing - 45 + width * block;
  return curvedRow(String(row + 1), center, radius, [from + margin, from + width - margin], tier.pitch, look);
}
