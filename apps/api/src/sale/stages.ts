import type { Tx } from '#db/connect';
import { UnexpectedRows } from '#db/expect-rows';
import { deleteClaimKeys, type Stage, updateStage } from './queries-purchases.ts';

/** What may follow what (C-02); the trigger `purchase_stage_moves` has the same table, and refuses whatever is not in it. */
const transitions: Readonly<Record<Stage, readonly Stage[]>> = {
  open: ['paying', 'expired', 'cancelled'],
  paying: ['paid', 'offered', 'open', 'cancelled'],
  offered: ['paid', 'cancelled'],
  paid: [],
  expired: [],
  cancelled: [],
};

/** The stages that a purchase may leave for this one. */
export const stagesBefore = (to: Stage): Stage[] => (Object.keys(transitions) as Stage[]).filter((from) => transitions[from].includes(to));

/**
 * Moves purchases, locked by the caller, to their next stage; nothing else writes `purchase.stage`. Throws, and so undoes the
 * transaction, when one of them is in a stage that does not lead there. One that is over takes no places any more, and forgets the keys
 * of its later clicks.
 */
export async function moveStage(tx: Tx, purchaseIds: readonly string[], to: Stage): Promise<void> {
  if (purchaseIds.length === 0) return;
  const isOver = transitions[to].length === 0;
  const [{ count }] = await Promise.all([
    updateStage(tx, purchaseIds, { to, from: stagesBefore(to) }).execute(),
    isOver && deleteClaimKeys(tx, purchaseIds).execute(),
  ]);
  if (count !== purchaseIds.length)
    throw new UnexpectedRows(`${purchaseIds.length - count} of ${purchaseIds.length} purchases cannot become ${to}`);
}
