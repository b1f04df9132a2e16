import { type chargeCash, type InputOf, type PaymentResult, Refusal } from '@butaca/contract';
import { requireCounter } from '../checkout/payment-method.ts';
import { type Own, readOwn } from '../own-purchase.ts';
import { attemptAtOnce } from '../pay/attempt-terms.ts';
import { demandOnSale } from '../pay/begin-payment.ts';
import { presentPayment } from '../pay/present-payment.ts';
import { sellAtOnce } from '../pay/sell-at-once.ts';
import { pricePurchase } from '../price/price-purchase.ts';
import type { PricedPurchase } from '../queries.ts';
import type { SaleWorld } from '../world.ts';
import { nameHolder } from './queries-box-office.ts';

export interface WantedCashSale extends Own {
  readonly form: InputOf<typeof chargeCash>['body'];
  /** Of the click. */
  readonly idempotencyKey: string;
}

/**
 * Sells what a counter holds for cash, or for nothing when that is what it costs. The same click again is answered with what
 * became of the first.
 */
export async function sellForCash(world: SaleWorld, { form, idempotencyKey, ...own }: WantedCashSale): Promise<PaymentResult> {
  const { purchaseId, customerId } = own;
  const { holder } = form;
  if (!form.acceptsTerms) throw new Refusal('terms_not_accepted');
  const row = await readOwn(world, own);
  requireCounter(row);
  if (row.stage === 'open') await demandOnSale(world, row);

  const wanted = {
    row,
    customerId,
    key: idempotencyKey,
    total: form.total,
    priced: row.stage === 'open' ? await pricePurchase(row, world) : null,
    attempt: (priced: PricedPurchase) => attemptAtOnce(world, { purchaseId, idempotencyKey }, priced),
  };
  await sellAtOnce(world, wanted, holder === undefined ? undefined : (tx) => nameHolder(tx, purchaseId, holder));
  return presentPayment(world, own);
}
