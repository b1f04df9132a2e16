import type { Db, Tx } from '#db/connect';
import type { ClaimRequest } from './judge.ts';
import type { Holdings } from './limits.ts';
import { readBought, readHoldSizes, readRunning } from './queries-claim.ts';

interface Claimants {
  readonly of: readonly Pick<ClaimRequest, 'customerId' | 'performanceId'>[];
  /** The existing purchases that were locked: the holds of others are not read. */
  readonly purchaseIds: readonly string[];
}

/** Sends its statements at once. A hold that has expired counts as long as its purchase is being paid. */
export async function readHoldings(tx: Db | Tx, { of, purchaseIds }: Claimants): Promise<Holdings> {
  const customerIds = [...new Set(of.map(({ customerId }) => customerId))];
  const performanceIds = [...new Set(of.map(({ performanceId }) => performanceId))];
  const [running, holds, bought] = await Promise.all([
    readRunning(tx, customerIds).execute(),
    purchaseIds.length === 0 ? [] : readHoldSizes(tx, purchaseIds).execute(),
    readBought(tx, customerIds, performanceIds).execute(),
  ]);
  const holdsOf = Map.groupBy(holds, ({ purchaseId }) => purchaseId);
  return {
    running: byCustomer(running, (rows) =>
      rows.map(({ purchaseId, slot, stage }) => {
        const counted = holdsOf.get(purchaseId)?.filter(({ hasExpired }) => stage === 'paying' || !hasExpired) ?? [];
        return { purchaseId, slot, places: new Map(counted.map(({ performanceId, places }) => [performanceId, places])) };
      }),
    ),
    bought: byCustomer(bought, (rows) => new Map(rows.map(({ performanceId, places }) => [performanceId, places]))),
  };
}

/**
 * The customers who have a running purchase that is not among the locked ones, with the ids of all of theirs: what they hold may be
 * changing. Two claims of one customer never count without each other, because each has locked every running purchase that it sees
 * (decision 024).
 */
export const unsettledIn = ({ running }: Holdings, locked: ReadonlySet<string>): Map<string, readonly string[]> =>
  new Map(
    [...running].flatMap(([customerId, own]) => {
      const ids = own.map(({ purchaseId }) => purchaseId);
      return ids.every((id) => locked.has(id)) ? [] : [[customerId, ids]];
    }),
  );

const byCustomer = <Row extends { readonly customerId: string }, Of>(
  rows: readonly Row[],
  of: (own: readonly Row[]) => Of,
): Map<string, Of> => new Map([...Map.groupBy(rows, ({ customerId }) => customerId)].map(([customerId, own]) => [customerId, of(own)]));
