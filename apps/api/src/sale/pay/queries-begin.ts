import type { Tx } from '#db/connect';
import type { PricedPurchase } from '../queries.ts';
import { stagesBefore } from '../stages.ts';

export interface PaymentTerms {
  readonly purchaseId: string;
  readonly priced: PricedPurchase;
  readonly paymentMethodId: number;
}

/** Fixes what purchases cost. */
export function beginPaying(tx: Tx, terms: readonly PaymentTerms[]) {
  const prices = terms.map(({ purchaseId, priced, paymentMethodId }) => ({
    purchaseId,
    priced,
    paymentMethodId,
    total: priced.totals.total,
  }));
  return tx`
    update purchase
       set stage = 'paying', total = terms.total, priced = terms.priced, payment_method_id = terms."paymentMethodId",
           paying_since = clock_timestamp()
      from jsonb_to_recordset(${tx.json(prices as never)}) as terms ("purchaseId" text, priced jsonb, "paymentMethodId" integer, total bigint)
     where id = terms."purchaseId" and stage = any (${stagesBefore('paying')}::text[])`;
}
