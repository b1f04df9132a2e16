import type { Tx } from '#db/connect';
import type { AttemptKey, AttemptState } from './attempt.ts';
import type { Facts } from './provider.ts';

export interface Approval extends AttemptKey {
  readonly paymentId: string;
  /** What its provider answered. */
  readonly facts: Facts;
  /** The state that it leaves. */
  readonly from: AttemptState;
}

/** Locked attempts that are paid, each with its two events in their order. */
export const approveAttempts = (tx: Tx, approvals: readonly Approval[]) => tx`
  with approval as materialized (
    select * from jsonb_to_recordset(${tx.json(approvals as never)})
      as approval ("purchaseId" text, reference text, "paymentId" text, facts jsonb, "from" text)
  ), noted as (
    insert into attempt_event (purchase_id, reference, kind, facts)
    select "purchaseId", reference, kind, event.facts
      from approval, lateral (values (1, 'answered', facts),
                                     (2, 'settled', jsonb_build_object('from', "from", 'to', 'approved'))) as event (turn, kind, facts)
     order by "purchaseId", turn
  )
  update attempt set state = 'approved', payment_id = "paymentId", customer_text = null, settled_at = clock_timestamp(), check_at = null
    from approval where attempt.purchase_id = "purchaseId" and attempt.reference = approval.reference`;
