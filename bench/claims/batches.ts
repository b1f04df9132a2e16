import { connect } from '../../apps/api/src/db/connect.ts';
import { randomId } from '../../apps/api/src/db/random-id.ts';
import { claimPlaces } from '../../apps/api/src/sale/claim/claim-places.ts';
import { absolute } from '../budgets.ts';
import type { Table } from '../report.ts';
import { median } from '../statistics.ts';
import type { Stage } from './stage.ts';

const SIZES = [1, 8, 32, 128, 256];
const WARM_UP_ROUNDS = 5;
const ROUNDS = 40;
const CLAIMS = (WARM_UP_ROUNDS + ROUNDS) * SIZES.reduce((sum, size) => sum + size, 0);
const LIMITS = {
  minutes: 12,
  graceSeconds: 5,
  mostPlaces: 10,
  mostInPurchase: 30,
  mostPerCustomer: 1000,
  mostUnpaid: 1000,
  mostUnpaidOfClerk: 1000,
  mostPurchases: 3,
  lockTimeoutMs: 250,
  skipLocked: false,
};
/** The difference between the medians of two sizes that may be chance. */
const NOISE = 1.1;

/** What a claim costs by how many share its batch: the server's own function on one connection, without other requests. */
export async function measureBatches({ db, databaseUrl, performances, buyers, reset }: Stage): Promise<Table[]> {
  await reset();
  const [performanceId = 0] = performances;
  const alone = connect(databaseUrl, { connections: 1, applicationName: 'butaca-bench' });
  const purchaseIds = Array.from({ length: CLAIMS }, randomId);
  const claimOf = (n: number, placeIds: readonly number[], fresh: boolean) => ({
    performanceId,
    purchaseId: purchaseIds[n] ?? '',
    customerId: buyers[n % buyers.length]?.customerId ?? '',
    channel: 'online' as const,
    claimKey: randomId(),
    fresh,
    chosen: false,
    options: [{ placeIds, priceTypeIds: placeIds.map(() => 1), contiguous: true }],
  });
  /** Updates the statistics, so that the plans are those of a shop that has been selling for a minute. */
  const afterWarmUp = () => db`analyze place, purchase, hold, claim_key, bought_places`;
  /** Milliseconds of each batch, by its size; `claim` is asked for the next claim, by its number. */
  const timed = async (claim: (n: number) => ReturnType<typeof claimOf>) => {
    const tookMs = new Map(SIZES.map((size) => [size, [] as number[]]));
    let claims = 0;
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      if (round === 0) await afterWarmUp();
      for (const size of SIZES) {
        const requests = Array.from({ length: size }, () => claim(claims++));
        const startedAt = performance.now();
        await claimPlaces(alone, requests, LIMITS);
        if (round >= 0) tookMs.get(size)?.push(performance.now() - startedAt);
      }
    }
    return tookMs;
  };
  try {
    const startedMs = await timed((n) => claimOf(n, [2 * n, 2 * n + 1], true));
    const addedMs = await timed((n) => claimOf(n, [2 * CLAIMS + n], false));
    const [held] = await db<{ places: number }[]>`select count(*)::integer as places from place where state = 'held'`;
    if (held?.places !== 3 * CLAIMS) throw new Error(`${held?.places} of ${3 * CLAIMS} places were won, though every one was free`);
    return [
      table('Claims by size of their batch', 'Two places each, every purchase a new one', startedMs),
      table('Claims that add to a purchase, by size of their batch', 'One place more each, for the purchases above', addedMs),
    ];
  } finally {
    await alone.end({ timeout: 5 });
  }
}

function table(title: string, what: string, tookMs: ReadonlyMap<number, readonly number[]>): Table {
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
      size === SIZES[0] ? [] : [absolute('no dearer than in any smaller batch', met)],
    ];
  });
  return {
    title,
    note: `${what}, one performance, one connection; medians of ${ROUNDS}, 10 % counted as chance.`,
    columns: ['Claims in the batch', 'ms a batch', 'ms a claim', 'Budget'],
    rows,
  };
}
