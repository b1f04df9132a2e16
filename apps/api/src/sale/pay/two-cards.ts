import type { Tx } from '#db/connect';
import {
  type AttemptRow,
  bookLateReceipt,
  bookLateSale,
  checkAttemptAt,
  latestAttempts,
  lockAttempt,
  lockSecured,
  moveAttempt,
  type ProviderAnswer,
  returnMoney,
} from '../../payments/index.ts';
import { lockPurchase } from '../purchase.ts';
import { lockPlacesOf, type PlaceChanges, selectClock } from '../queries-places.ts';
import type { PurchaseRow } from '../queries-purchases.ts';
import type { SettleWorld } from '../world.ts';
import { heldWhilePaying, placesHeldBy } from './held-places.ts';
import { cancelWithoutPlaces, tellOfReturn } from './late-money.ts';

interface Approval {
  /** Locked, as the attempt. */
  readonly purchase: PurchaseRow;
  readonly attempt: AttemptRow;
  readonly answer: ProviderAnswer;
}

/**
 * The first card is approved and waits for the second as long as its places are held; its money is owed to the buyer meanwhile. False when
 * they are not held any more: then it has nothing to wait for.
 */
export async function secureFirst(tx: Tx, { purchase, attempt, answer }: Approval): Promise<boolean> {
  const untilMs = await heldUntil(tx, purchase);
  if (untilMs === null) return false;
  await Promise.all([
    moveAttempt(tx, attempt, { to: 'secured', answer, checkAt: Temporal.Instant.fromEpochMilliseconds(Math.round(untilMs)) }),
    bookLateReceipt(tx, attempt),
  ]);
  return true;
}

/** Until when all places of a locked purchase are held, in epoch ms; null when one of them is gone or its time is over. */
async function heldUntil(tx: Tx, purchase: PurchaseRow): Promise<number | null> {
  const [places, [clock]] = await Promise.all([lockPlacesOf(tx, purchase.holds, 'wait'), selectClock(tx).execute()]);
  const nowMs = clock?.nowMs ?? 0;
  const { own, lost } = placesHeldBy(purchase, places);
  const { startedAtMs, deadlineMs } = purchase;
  // Products alone have no places: they wait as long as places would.
  const untilMs =
    own.length === 0
      ? heldWhilePaying({ heldUntilMs: deadlineMs, startedAtMs, nowMs: deadlineMs })
      : Math.min(...own.map(({ heldUntilMs }) => heldUntilMs));
  return lost.length > 0 || untilMs <= nowMs ? null : untilMs;
}

/** What the first card has taken becomes part of the sale that the second completes, in its transaction. */
export async function sellFirst(tx: Tx, purchaseId: string): Promise<void> {
  const [first] = await lockSecured(tx, purchaseId);
  if (!first) throw new Error(`the second card of ${purchaseId} has no first`);
  await Promise.all([moveAttempt(tx, first, { to: 'approved' }), bookLateSale(tx, first)]);
}

/** The first card's money is on its way back, in the transaction that ends or reopens the purchase. */
export async function returnFirst(tx: Tx, purchaseId: string): Promise<void> {
  const [first] = await lockSecured(tx, purchaseId);
  if (first) await Promise.all([moveAttempt(tx, first, { to: 'returning' }), tellOfReturn(tx, first)]);
}

/** Ends what waits for its second card when its places are not held any more, or a performance was cancelled: nothing is sold, and the money goes back. */
export async function expireSecured(world: SettleWorld, { purchaseId, reference }: AttemptRow): Promise<void> {
  const changes = await world.db.begin(async (tx): Promise<PlaceChanges | null> => {
    const purchase = await lockPurchase(tx, purchaseId);
    const [latest] = await latestAttempts(tx, [purchaseId]);
    // Paid, given up, or its second card is under way.
    if (!purchase || latest?.reference !== reference || latest.state !== 'secured') return null;
    const untilMs = await heldUntil(tx, purchase);
    const attempt = await lockAttempt(tx, latest);
    if (untilMs !== null && !attempt.isPerformanceCancelled) {
      await checkAttemptAt(tx, attempt, untilMs);
      return null;
    }
    const ended = await cancelWithoutPlaces(tx, purchase);
    await returnFirst(tx, purchaseId);
    return ended;
  });
  if (!changes) return;
  world.live.changedAll(changes);
  await returnMoney(world, { purchaseId, reference });
}
