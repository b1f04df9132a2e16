import { Batcher } from '#db/batcher';
import { type Db, isUndone, type Tx } from '#db/connect';
import { enqueueAll } from '#db/enqueue';
import type { Watch } from '#watch/watch';
import { requestBills } from '../../bills/index.ts';
import { issueTickets } from '../../orders/index.ts';
import { type Approved, type AttemptRow, approveCharges, isOpen, lockAttempts } from '../../payments/index.ts';
import { dropUnusedClaims, settleDocuments } from '../promotions/queries-promotions.ts';
import { lockPlacesOf, type PlaceChanges, selectClock, sellHolds, sellPlaces } from '../queries-places.ts';
import { lockPaying, type PurchaseRow } from '../queries-purchases.ts';
import { moveStage } from '../stages.ts';
import { isHeld } from './held-places.ts';

/** Whether sales are to have bills. */
interface Billing {
  readonly areBilled: boolean;
}

/** A charge that its provider has approved. */
export interface Sale {
  /** As its payment started. */
  readonly purchase: PurchaseRow;
  readonly attempt: AttemptRow;
  readonly answer: Approved;
}

/** As they are after the sale. */
export interface Sold {
  readonly purchase: PurchaseRow;
  readonly attempt: AttemptRow;
  readonly changes: PlaceChanges;
}

/**
 * Ends what usually happens: an approved charge of a purchase that still has all its places. Those that come together end in one
 * transaction, with one commit. `alone`: something is not as usual, or another transaction has locked its rows; `settlePayment`
 * takes it from there.
 */
export class Sales {
  readonly #db: Db;
  readonly #watch: Watch;
  readonly #billing: Billing;
  readonly #batcher: Batcher<Sale, Sold | 'alone'>;

  constructor(db: Db, watch: Watch, billing: Billing) {
    this.#db = db;
    this.#billing = billing;
    this.#watch = watch;
    this.#batcher = new Batcher({
      // The money has moved: a sale is never sent away as `busy`.
      unbounded: true,
      keyOf: ({ purchase }) => purchase.id,
      work: (batch) => this.#sellTogether(batch),
      counted: { as: 'sales', counts: watch.counts },
    });
  }

  sell(sale: Sale): Promise<Sold | 'alone'> {
    return this.#batcher.add(sale);
  }

  async #sellTogether(batch: readonly Sale[]): Promise<(Sold | 'alone')[]> {
    try {
      return await this.#db.begin((tx) => sellApproved(tx, batch, this.#billing));
    } catch (error) {
      if (!isUndone(error)) throw error;
      this.#watch.counts.fallbacks.add('sales');
      this.#watch.say('batch-broke', { batch: 'sales', size: batch.length, error });
      return batch.map(() => 'alone');
    }
  }
}

async function sellApproved(tx: Tx, batch: readonly Sale[], billing: Billing): Promise<(Sold | 'alone')[]> {
  // Locks leave in this order: purchases, then places, then attempts; then the clock. A purchase is not read again: as long as it
  // is paying and the attempt is open, it is what it was when this payment started.
  const [locked, places, attempts, [clock]] = await Promise.all([
    lockPaying(
      tx,
      batch.map(({ purchase }) => purchase.id),
    ).execute(),
    lockPlacesOf(
      tx,
      batch.flatMap(({ purchase }) => purchase.holds),
      'skip',
    ),
    lockAttempts(
      tx,
      batch.map(({ attempt }) => attempt),
    ).execute(),
    selectClock(tx).execute(),
  ]);
  const paying = new Set(locked.map(({ id }) => id));
  const logInAttemptOf = new Map(attempts.map((attempt) => [attempt.reference, attempt]));
  const usual = batch.flatMap((sale): Sale[] => {
    const attempt = logInAttemptOf.get(sale.attempt.reference);
    const isUsual = paying.has(sale.purchase.id) && attempt !== undefined && isOpen(attempt.state);
    const purchase = { ...sale.purchase, nowMs: clock?.nowMs ?? sale.purchase.nowMs };
    return isUsual && isHeld(purchase, { places, nowMs: purchase.nowMs }) ? [{ ...sale, purchase, attempt }] : [];
  });
  if (usual.length === 0) return batch.map(() => 'alone');
  const [changes] = await Promise.all([
    sellPurchases(
      tx,
      usual.map(({ purchase }) => purchase),
      billing,
    ),
    approveCharges(tx, usual),
  ]);
  const sold = new Map(usual.map((sale) => [sale.purchase.id, soldAs(sale, changes)]));
  return batch.map(({ purchase }) => sold.get(purchase.id) ?? 'alone');
}

/** What a purchase and its attempt are after their sale, for presenters that need not read them again. */
export const soldAs = ({ purchase, attempt }: Pick<Sale, 'purchase' | 'attempt'>, changes: ReadonlyMap<string, PlaceChanges>): Sold => ({
  purchase: { ...purchase, stage: 'paid' },
  attempt: { ...attempt, state: 'approved' },
  changes: changes.get(purchase.id) ?? new Map(),
});

/**
 * Ends purchases as paid with all their places, locked beforehand: those still held, and those that expired and are free to take.
 * Every sale is written here, whatever it is paid with: its tickets, its bill, and the mail that brings them, exist exactly when the
 * purchase is paid. A counter prints its own and is mailed nothing. Answers what has become of the places, by purchase.
 */
export async function sellPurchases(
  tx: Tx,
  purchases: readonly Pick<PurchaseRow, 'id' | 'channel' | 'holds' | 'claims'>[],
  { areBilled }: Billing,
): Promise<ReadonlyMap<string, PlaceChanges>> {
  const places = purchases.flatMap(({ id: purchaseId, holds }) =>
    holds.flatMap(({ performanceId, placeIds }) => placeIds.map((placeId) => ({ performanceId, placeId, purchaseId }))),
  );
  const withCodes = purchases.flatMap(({ id, claims }) => (claims === null ? [] : [id]));
  const withDocuments = purchases.flatMap(({ id, claims }) => (claims?.some(({ codeId }) => codeId === undefined) ? [id] : []));
  const [, sold] = await Promise.all([
    moveStage(
      tx,
      purchases.map(({ id }) => id),
      'paid',
    ),
    Promise.all(
      [...Map.groupBy(places, ({ performanceId }) => performanceId)].map(async ([performanceId, some]) => {
        const [rows] = await Promise.all([
          sellPlaces(tx, performanceId, some),
          sellHolds(tx, performanceId, [...new Set(some.map(({ purchaseId }) => purchaseId))]),
        ]);
        return rows.map((row) => ({ ...row, performanceId }));
      }),
    ),
    issueTickets(tx, places),
    areBilled &&
      requestBills(
        tx,
        purchases.map(({ id }) => id),
      ).execute(),
    withCodes.length > 0 && dropUnusedClaims(tx, withCodes).execute(),
    withDocuments.length > 0 && settleDocuments(tx, withDocuments),
    enqueueAll(
      tx,
      'send-tickets',
      purchases.flatMap(({ id, channel }) => (channel === 'online' ? [{ purchaseId: id }] : [])),
    ),
  ]);
  const byPurchase = Map.groupBy(sold.flat(), ({ purchaseId }) => purchaseId ?? '');
  return new Map([...byPurchase].map(([id, some]) => [id, Map.groupBy(some, ({ performanceId }) => performanceId)]));
}
