import type { DeliveryState } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';

export interface DeliveryStepRow {
  readonly state: DeliveryState;
  readonly at: Temporal.Instant;
  readonly staffId: string;
  /** Null when their account was erased. */
  readonly staffName: string | null;
  readonly note: string | null;
}

/** The first one first. */
export const findDeliverySteps = (db: Db | Tx, purchaseId: string) => db<DeliveryStepRow[]>`
  select state, at, staff_id as "staffId", note,
         first_name || ' ' || last_name as "staffName"
    from delivery_step left join customer on customer.id = staff_id
   where purchase_id = ${purchaseId} order by position`;

export interface NewStep {
  readonly purchaseId: string;
  readonly position: number;
  readonly state: DeliveryState;
  readonly staffId: string;
  readonly idempotencyKey: string;
  readonly note: string | undefined;
}

/** The purchase is locked. */
export const insertDeliveryStep = (tx: Tx, { purchaseId, position, state, staffId, idempotencyKey, note }: NewStep) =>
  expectRows(
    1,
    tx`
      insert into delivery_step (purchase_id, position, state, staff_id, idempotency_key, note)
      values (${purchaseId}, ${position}, ${state}, ${staffId}, ${idempotencyKey}, ${note ?? null})
      returning 1`,
  );

/** The step that this click of this member of staff has made, of whatever order. */
export const findStepOfKey = (tx: Tx, { staffId, idempotencyKey }: Pick<NewStep, 'staffId' | 'idempotencyKey'>) => tx<
  { purchaseId: string; state: DeliveryState; note: string | null }[]
>`
  select purchase_id as "purchaseId", state, note from delivery_step where staff_id = ${staffId} and idempotency_key = ${idempotencyKey}`;

/** Whether its tickets have left the house: what bringing them cost is spent. */
export const isOnItsWay = async (db: Db | Tx, purchaseId: string): Promise<boolean> =>
  (await db`select from delivery_step where purchase_id = ${purchaseId} and state <> 'prepared' limit 1`).length === 1;
