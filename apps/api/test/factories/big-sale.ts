import { mapEntry } from '../../src/catalogue/import/index.ts';
import type { Db } from '../../src/db/connect.ts';
import { aCharge, aLevel, aPerformance, aShow, haveCatalogue } from './catalogue.ts';

interface HallGiven {
  readonly sections: number;
  /** Of each section. */
  readonly rows: number;
  readonly seats: number;
}

/** Sections behind one another, in front of a stage. */
const hall = ({ sections, rows, seats }: HallGiven) =>
  mapEntry('teatro', {
    schema: 'venue-map/1',
    name: 'Teatro',
    size: { width: 100, height: sections * (rows + 4) + 10 },
    focal: { x: 50, y: 0 },
    categories: [{ id: 'platea', name: 'Platea' }],
    sections: Array.from({ length: sections }, (_, section) => ({
      id: `S${section + 1}`,
      label: `Platea ${section + 1}`,
      kind: 'seated',
      rows: Array.from({ length: rows }, (_, row) => ({
        label: String(row + 1),
        category: 'platea',
        count: seats,
        curve: { type: 'line', from: { x: 1, y: 4 + section * (rows + 4) + row }, to: { x: 99, y: 4 + section * (rows + 4) + row } },
      })),
    })),
  });

/** One performance, with 2,400 seats unless given; answers its id. */
export async function haveBigSale(db: Db, given: HallGiven = { sections: 1, rows: 60, seats: 40 }): Promise<number> {
  const performances = [aPerformance({ state: 'on_sale', levels: [aLevel()] })];
  await haveCatalogue(db, { maps: [hall(given)], shows: [aShow({ charges: [aCharge()], performances })] });
  const [row] = await db<{ id: number }[]>`select id from performance`;
  return row?.id ?? 0;
}
