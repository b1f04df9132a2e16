import { Refusal } from '@butaca/contract';
import type { AttemptRow } from '../../payments/index.ts';
import type { WantedCharge } from '../checkout/checkout.ts';
import { findPurchase } from '../find-purchase.ts';
import { pricePurchase } from '../price/price-purchase.ts';
import type { PurchaseRow } from '../queries.ts';
import type { SaleWorld } from '../world.ts';
import { wantedAttempt } from './attempt-terms.ts';
import type { CardForm } from './card-form.ts';

/**
 * Fixes what is paid and writes down what is about to be asked, or refuses and changes nothing. Null when this click has
 * begun a payment before. Prices are read before the transaction: one that waits for a second connection could wait for
 * itself.
 */
export async function beginPayment(
  world: SaleWorld,
  row: PurchaseRow,
  wanted: WantedCharge & { readonly form: CardForm },
): Promise<AttemptRow | null> {
  const { purchaseId, customerId } = wanted;
  if (row.stage === 'open') await demandOnSale(world, row);
  const priced = row.stage === 'open' ? await pricePurchase(row, world) : null;
  const begun = await world.begin({
    row,
    customerId,
    key: wanted.idempotencyKey,
    total: wanted.form.total,
    priced,
    attempt: (agreed) => wantedAttempt(world, { ...wanted, channel: row.channel }, agreed),
  });
  if (begun === 'repeated') return null;
  if (begun === 'changed') throw new Refusal('total_changed', { purchase: await findPurchase(world, purchaseId, customerId) });
  for (const [performanceId, rows] of begun.changes) world.live.changed(performanceId, rows);
  return begun.attempt;
}

/** What was called off, or has begun, while it was being chosen is not paid any more. */
export async function demandOnSale({ live }: Pick<SaleWorld, 'live'>, { holds }: Pick<PurchaseRow, 'holds'>): Promise<void> {
  await Promise.all(holds.map(({ performanceId }) => live.onSale(performanceId)));
}
