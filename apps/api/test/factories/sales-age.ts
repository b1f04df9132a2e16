import type { Tx } from '../../src/db/connect.ts';

/**
 * Lets time pass for a purchase, or without one for all of them, with their places, attempts, refunds, offers and reissues: every time that is written down
 * of them becomes so much longer ago, or comes so much sooner. What is due then is what the product itself has planned. As a role that may switch
 * triggers off: when something began is a fact that nothing but time changes. Locks in the order of the sale.
 */
export async function ageSales(tx: Tx, minutes: number, purchaseId?: string): Promise<void> {
  const by = tx`make_interval(secs => ${minutes * 60})`;
  const isOf = (column: 'id' | 'purchase_id') => (purchaseId === undefined ? tx`true` : tx`${tx(column)} = ${purchaseId}`);
  await tx`set local session_replication_role = replica`;
  await tx`
    update purchase set started_at = started_at - ${by}, deadline = deadline - ${by}, ended_at = ended_at - ${by},
                        reserved_until = reserved_until - ${by} where ${isOf('id')}`;
  await tx`update reservation set reserved_at = reserved_at - ${by}, until = until - ${by} where ${isOf('purchase_id')}`;
  await tx`update hold set held_until = held_until - ${by} where ${isOf('purchase_id')}`;
  await tx`update place set held_until = held_until - ${by} where ${isOf('purchase_id')} and state = 'held'`;
  await tx`
    update attempt set started_at = started_at - ${by}, asked_at = asked_at - ${by}, check_at = check_at - ${by},
                       resuming_until = resuming_until - ${by}, settled_at = settled_at - ${by}, slow_until = slow_until - ${by},
                       next_notice_at = next_notice_at - ${by}, performance_cancelled_at = performance_cancelled_at - ${by}
     where ${isOf('purchase_id')}`;
  await tx`
    update card_try set tried_at = tried_at - ${by}
      from attempt where attempt.reference = card_try.reference and ${isOf('purchase_id')}`;
  await tx`update offer set made_at = made_at - ${by}, until = until - ${by}, ended_at = ended_at - ${by} where ${isOf('purchase_id')}`;
  await tx`
    update refund set started_at = started_at - ${by}, done_at = done_at - ${by}, check_at = check_at - ${by} where ${isOf('purchase_id')}`;
  await tx`update reissue set at = at - ${by} where ${isOf('purchase_id')}`;
  await tx`set local session_replication_role = origin`;
}
