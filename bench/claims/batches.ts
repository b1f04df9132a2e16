import { connect } from '../../apps/api/src/db/connect.ts';
import { randomId } from '../../apps/api/src/db/random-id.ts';
import { claimPlaces } from '../../apps/api/src/sale/claim/claim-places.ts';
import { median } from '../median.ts';
import { judged, type Table } from '../report.ts';
import type { Stage } from './stage.ts';

const SIZES = [1, 8, 32, 128, 256];
const WARM_UP_ROUNDS = 5;
const ROUNDS = 40;
const TERMS = { minutes: 12, graceSeconds: 5, mostPlaces: 10, mostPurchases: 3, lockTimeoutMs: 250, skipLocked: false };
/** What medians of two sizes may differ by chance. */
const NOISE = 1.1;

/** What a claim costs by how many share its batch: the server's own function on one connection, with nobody else asking. */
export async function measureBatches({ db, databaseUrl, performances, buyers, reset }: Stage): Promise<Table[]> {
  await reset();
  const [performanceId = 0] = performances;
  const alone = connect(databaseUrl, { connections: 1, applicationName: 'butaca-bench' });
  const tookMs = new Map(SIZES.map((size) => [size, [] as number[]]));
  let claims = 0;
  const requestOf = (n: number) => ({
    purchaseId: randomId(),
    customerId: buyers[n % buyers.length]?.customerId ?? '',
    channel: 'online' as const,
    claimKey: randomId(),
    fresh: true,
    options: [{ placeIds: [2 * n, 2 * n + 1], priceTypeIds: [1, 1] }],
  });
  try {
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      // From here on plans know that these tables have rows, as they do in a shop that has been selling for a minute.
      if (round === 0) await db`analyze place, purchase, hold`;
      for (const size of SIZES) {
        const requests = Array.from({ length: size }, () => requestOf(claims++));
        const startedAt = performance.now();
        await claimPlaces(alone, performanceId, requests, TERMS);
        if (round >= 0) tookMs.get(size)?.push(performance.now() - startedAt);
      }
    }
  } finally {
    await alone.end({ timeout: 5 });
  }
  const [holds] = await db<{ count: number }[]>`select count(*)::integer as count from hold`;
  if (holds?.count !== claims) throw new Error(`${holds?.count} of ${claims} claims were won, though every place was free`);

  let cheapestMs = Number.POSITIVE_INFINITY;
  const rows = SIZES.map((size) => {
    const batchMs = median(tookMs.get(size) ?? []);
    const claimMs = batchMs / size;
    const met = claimMs <= cheapestMs * NOISE;
    cheapestMs = Math.min(cheapestMs, claimMs);
    return [
      String(size),
      batchMs.toFixed(2),
      claimMs.toFixed(3),
      size === SIZES[0] ? '' : judged('no dearer than in any smaller batch', met),
    ];
  });
  return [
    {
      title: 'Claims by size of their batch',
      note: `Two places each, every purchase a new one, one performance, one connection; medians of ${ROUNDS}, 10 % counted as chance.`,
      columns: ['Claims in the batch', 'ms a batch', 'ms a claim', 'Budget'],
      rows,
    },
  ];
}
