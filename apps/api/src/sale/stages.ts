import type { Tx } from '#db/connect';
import { UnexpectedRows } from '#db/expect-rows';
import { deleteClaimKeys, type FixedPrice, type Stage, updatePaying, updateStage } from './queries-purchases.ts';
import {
  type ReservedPurchase,
  type ResumedPurchase,
  updateBackToReserved,
  updateReserved,
  updateResumed,
} from './reserve/queries-reservations.ts';

/** The transitions of a purchase (C-02); the trigger `purchase_stage_moves` has the same table and refuses any other. */
const transitions: Readonly<Record<Stage, readonly Stage[]>> = {
  open: ['paying', 'reserved', 'expired', 'cancelled'],
  reserved: ['open', 'expired', 'cancelled'],
  paying: ['paid', 'offered', 'open', 'cancelled'],
  offered: ['paid', 'cancelled'],
  paid: [],
  expired: [],
  cancelled: [],
};

/** The stages that lead to this one. */
export const stagesBefore = (to: Stage): Stage[] => (Object.keys(transitions) as Stage[]).filter((from) => transitions[from].includes(to));

/**
 * Moves purchases, locked by the caller, to their next stage; this module alone writes `purchase.stage`. Throws, and so undoes the
 * transaction, when one of them is in a stage that does not lead there. An ended purchase takes no more places, so the answers kept
 * for its later clicks are deleted.
 */
export async function moveStage(tx: Tx, purchaseIds: readonly string[], to: Stage): Promise<void> {
  if (purchaseIds.length === 0) return;
  const isOver = transitions[to].length === 0;
  const [{ count }] = await Promise.all([
    updateStage(tx, purchaseIds, { to, from: stagesBefore(to) }).execute(),
    isOver && deleteClaimKeys(tx, purchaseIds).execute(),
  ]);
  requireMoved(count, purchaseIds.length, to);
}

/** As `moveStage`, with what the purchases cost from now on and how they are paid. */
export async function moveToPaying(tx: Tx, prices: readonly FixedPrice[]): Promise<void> {
  const { count } = await updatePaying(tx, prices, { from: stagesBefore('paying') }).execute();
  requireMoved(count, prices.length, 'paying');
}

/** Open → reserved: its places are kept until then. */
export async function moveToReserved(tx: Tx, reserved: ReservedPurchase): Promise<void> {
  const [{ count }] = await Promise.all([updateReserved(tx, reserved).execute(), deleteClaimKeys(tx, [reserved.purchaseId]).execute()]);
  requireMoved(count, 1, 'reserved');
}

/** Reserved → open: whoever resumes it has as long to pay as for a new purchase. */
export async function resumeReserved(tx: Tx, resumed: ResumedPurchase): Promise<void> {
  const { count } = await updateResumed(tx, resumed).execute();
  requireMoved(count, 1, 'open');
}

/** Open → reserved for reservations that were resumed and not paid: they last as long as they did before. */
export async function moveBackToReserved(tx: Tx, purchaseIds: readonly string[]): Promise<void> {
  if (purchaseIds.length === 0) return;
  const { count } = await updateBackToReserved(tx, purchaseIds).execute();
  requireMoved(count, purchaseIds.length, 'reserved');
}

function requireMoved(moved: number, wanted: number, to: Stage) {
  if (moved !== wanted) throw new UnexpectedRows(`${wanted - moved} of ${wanted} purchases cannot become ${to}`);
}
