import { Batcher } from '#db/batcher';
import { type Db, isRefusedByDatabase, type Tx } from '#db/connect';
import { type AttemptRow, attemptsOfKeys, startAttempts } from '../../payments/index.ts';
import { lockPurchases, type WhenLocked } from '../checkout/queries-checkout.ts';
import { withLockTimeout } from '../purchase.ts';
import { type Beginning, type Begun, type Terms, termsOf, thrownOr, type Verdict, withAllPlaces } from './begin-terms.ts';
import { beginPaying } from './queries-begin.ts';
import { type HeldPlace, holdWhilePaying, lockOwnPlaces } from './queries-own-places.ts';
import type { Changes } from './sell-places.ts';

/** How long places stay held for a card payment that nobody has an answer to; a gateway's own limit is far below. */
const CARD_HOLDS_SECONDS = 10 * 60;

/**
 * Begins payments; those that come together begin in one transaction, with one commit. Whatever cannot be decided at once
 * is done again alone, where it waits and is refused for its own reason, and costs the others nothing.
 */
export function beginnings(db: Db): (wanted: Beginning) => Promise<Begun> {
  const batcher = new Batcher<Beginning, Verdict>({
    keyOf: ({ row }) => row.id,
    work: async (batch) => {
      try {
        return await db.begin((tx) => begin(tx, batch, 'leave-out'));
      } catch (error) {
        if (!isRefusedByDatabase(error)) throw error;
        return batch.map(() => 'alone');
      }
    },
  });
  return async (wanted) => {
    const first = await batcher.add(wanted);
    const [verdict] = first === 'alone' ? await withLockTimeout(db, (tx) => begin(tx, [wanted], 'wait')) : [first];
    if (verdict === undefined || verdict === 'alone') throw new Error('who waits is told');
    if (verdict instanceof Error) throw verdict;
    return verdict;
  };
}

/** A verdict for each, in their order; with `wait` nobody is left alone. */
export async function begin(tx: Tx, batch: readonly Beginning[], whenLocked: WhenLocked): Promise<Verdict[]> {
  const clicks = batch.map(({ row, key }) => ({ purchaseId: row.id, key }));
  const [purchases, known] = await Promise.all([
    lockPurchases(
      tx,
      clicks.map(({ purchaseId }) => purchaseId),
      whenLocked,
    ),
    attemptsOfKeys(tx, clicks),
  ]);
  const begunBefore = new Set(known.map(({ purchaseId }) => purchaseId));
  const looked = batch.map((wanted): Terms | Verdict => {
    const purchase = purchases.get(wanted.row.id);
    if (!purchase && whenLocked === 'leave-out') return 'alone';
    return thrownOr(() => termsOf(wanted, purchase, begunBefore.has(wanted.row.id)));
  });

  const places = looked.flatMap((one) => (isTerms(one) ? one.places : []));
  const own = places.length === 0 ? [] : await lockOwnPlaces(tx, places, whenLocked);
  const ownOf = Map.groupBy(own, ({ purchaseId }) => purchaseId);
  const counted = looked.map((one) => (isTerms(one) ? withAllPlaces(one, ownOf.get(one.purchaseId) ?? [], whenLocked) : one));

  const ready = counted.filter(isTerms);
  if (ready.length === 0) return counted as Verdict[];
  const [attempts, held] = await Promise.all([
    startAttempts(
      tx,
      ready.map(({ attempt }) => attempt),
    ),
    holdWhilePaying(
      tx,
      ready.flatMap((terms) => terms.places),
      CARD_HOLDS_SECONDS,
    ),
    beginPaying(
      tx,
      ready.map((terms) => ({ ...terms, paymentMethodId: terms.attempt.paymentMethodId })),
    ),
  ]);
  const attemptOf = new Map(attempts.map((attempt) => [attempt.purchaseId, attempt]));
  const heldOf = Map.groupBy(held, ({ purchaseId }) => purchaseId);
  return counted.map((one) => {
    if (!isTerms(one)) return one;
    return { attempt: attemptOf.get(one.purchaseId) as AttemptRow, changes: changesOf(heldOf.get(one.purchaseId) ?? []) };
  });
}

const isTerms = (one: Terms | Verdict): one is Terms => typeof one === 'object' && 'places' in one;

function changesOf(held: readonly HeldPlace[]): Changes {
  const rows = held.map(({ performanceId, ...place }) => [performanceId, { ...place, state: 'held' as const }] as const);
  const byPerformance = Map.groupBy(rows, ([performanceId]) => performanceId);
  return new Map([...byPerformance].map(([performanceId, all]) => [performanceId, all.map(([, place]) => place)]));
}
