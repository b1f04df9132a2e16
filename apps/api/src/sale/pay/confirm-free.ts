import { Refusal } from '@butaca/contract';
import type { WantedCharge } from '../checkout/checkout.ts';
import { pricePurchase } from '../price/price-purchase.ts';
import type { PurchaseRow } from '../queries.ts';
import type { SaleWorld } from '../world.ts';
import { attemptAtOnce } from './attempt-terms.ts';
import { demandOnSale } from './begin-payment.ts';
import { sellAtOnce } from './sell-at-once.ts';

/** Sells what costs nothing, and only that: its buyer has agreed, and nobody is charged (decision 018). */
export async function confirmFree(world: SaleWorld, row: PurchaseRow, wanted: WantedCharge): Promise<void> {
  const { customerId, idempotencyKey: key, form } = wanted;
  if (row.stage === 'open') await demandOnSale(world, row);
  await sellAtOnce(world, {
    row,
    customerId,
    key,
    total: form.total,
    priced: row.stage === 'open' ? await pricePurchase(row, world) : null,
    attempt: (priced) => {
      if (priced.totals.total !== 0) throw new Refusal('payment_method_unavailable');
      return attemptAtOnce(world, wanted, priced);
    },
  });
}
