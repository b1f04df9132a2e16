import { randomId } from '../../apps/api/src/db/random-id.ts';
import { claimWanted } from '../../apps/api/src/sale/claim/queries-claim.ts';
import type { Stage } from './stage.ts';
import type { Aim } from './targets.ts';
import { type Rate, rateOf } from './timing.ts';

const CONNECTIONS = 16;
const TERMS = { minutes: 12, graceSeconds: 5, mostPlaces: 10, mostPurchases: 3, lockTimeoutMs: 250, skipLocked: false };

/** The same claim, one by one, by as many connections as the pool has: what PostgreSQL does without a batch. */
export async function rawClaims({ db, buyers }: Stage, aim: Aim, seconds: number): Promise<Rate> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < endAt) {
        const n = next++;
        const { performanceId, places } = aim(n);
        const request = {
          purchaseId: randomId(),
          customerId: buyers[n % buyers.length]?.customerId ?? '',
          channel: 'online' as const,
          claimKey: randomId(),
          fresh: true,
          placeIds: places,
          priceTypeIds: [1, 1],
        };
        const began = performance.now();
        await claimWanted(db, performanceId, [request], TERMS);
        latencies.push(performance.now() - began);
      }
    }),
  );
  return rateOf(latencies, performance.now() - startedAt);
}
