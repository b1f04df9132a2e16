import { loadBrand } from '@butaca/brand/load';
import { documentBrand, ticketsPdf } from '../apps/api/src/orders/index.ts';
import { aSheet } from '../apps/api/test/factories/orders.ts';
import type { Measurement } from './report.ts';

const SECONDS = 3;
const formats = { a4: 'A4', receipt: 'roll of 80 mm' } as const;

/** Documents of two tickets each, drawn by one thread. */
export async function measurePaper(): Promise<Measurement[]> {
  const brand = documentBrand(await loadBrand('butaca'));
  const measurements: Measurement[] = [];
  for (const format of ['a4', 'receipt'] as const) {
    const draw = () => ticketsPdf([aSheet({ turn: 1, outOf: 2 }), aSheet({ seat: '14', turn: 2, outOf: 2 })], { format, brand });
    const { length } = await draw();
    const startedAt = performance.now();
    let drawn = 0;
    while (performance.now() - startedAt < SECONDS * 1000) {
      await draw();
      drawn += 1;
    }
    const perSecond = (drawn / (performance.now() - startedAt)) * 1000;
    measurements.push({
      what: `tickets as PDF, two a document, ${formats[format]}, one thread`,
      baseline: '',
      ours: `${perSecond.toFixed(0)} documents/s, ${(length / 1000).toFixed(0)} kB each`,
      budgets: [],
    });
  }
  return measurements;
}
