import { type chargeCash, type InputOf, type PaymentResult, Refusal } from '@butaca/contract';
import { requireCounter } from '../checkout/payment-method.ts';
import { attemptAtOnce, priceToPay, sellAtOnce } from '../pay/charge.ts';
import { type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import { nameHolder } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';

export interface CashSaleRequest extends OwnPurchase {
  readonly form: InputOf<typeof chargeCash>['body'];
  /** Of the click. */
  readonly idempotencyKey: string;
}

/**
 * Sells what a counter holds for cash, or for nothing when that is what it costs. The same click again is answered with what
 * became of the first.
 */
export async function sellForCash(world: SaleWorld, { form, idempotencyKey, ...own }: CashSaleRequest): Promise<PaymentResult> {
  const { purchaseId, customerId } = own;
  const { holder } = form;
  if (!form.acceptsTerms) throw new Refusal('terms_not_accepted');
  const purchase = await requireOwnPurchase(world, own);
  requireCounter(purchase);
  const wanted = {
    purchase,
    customerId,
    key: idempotencyKey,
    total: form.total,
    priced: await priceToPay(world, purchase),
    attempt: (priced: Parameters<typeof attemptAtOnce>[2]) => attemptAtOnce(world, { purchaseId, idempotencyKey }, priced),
  };
  return sellAtOnce(world, wanted, holder === undefined ? undefined : (tx) => nameHolder(tx, purchaseId, holder));
}
