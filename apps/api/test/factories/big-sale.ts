import { mapEntry } from '../../src/catalogue/import/index.ts';
import type { Db } from '../../src/db/connect.ts';
import { aCharge, aLevel, aPerformance, aShow, haveCatalogue } from './catalogue.ts';

const ROWS = 60;
const SEATS = 40;

const hall = mapEntry('teatro', {
  schema: 'venue-map/1',
  name: 'Teatro',
  size: { width: 100, height: 100 },
  focal: { x: 50, y: 0 },
  categories: [{ id: 'platea', name: 'Platea' }],
  sections: [
    {
      id: 'A',
      label: 'Platea',
      kind: 'seated',
      rows: Array.from({ length: ROWS }, (_, index) => ({
        label: String(index + 1),
        category: 'platea',
        count: SEATS,
        curve: { type: 'line', from: { x: 1, y: 4 + index }, to: { x: 99, y: 4 + index } },
      })),
    },
  ],
});

/** One performance with 2,400 seats; answers its id. */
export async function haveBigSale(db: Db): Promise<number> {
  const performances = [aPerformance({ state: 'on_sale', levels: [aLevel()] })];
  await haveCatalogue(db, { maps: [hall], shows: [aShow({ charges: [aCharge()], performances })] });
  const [row] = await db<{ id: number }[]>`select id from performance`;
  return row?.id ?? 0;
}
