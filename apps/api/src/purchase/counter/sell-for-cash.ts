import { type chargeCash, type InputOf, type PaymentResult, Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { patiently } from '../../inventory/index.ts';
import { takenInCash } from '../../payments/index.ts';
import { cashAttempt } from '../charge/attempt-terms.ts';
import { demandOnSale } from '../charge/begin-payment.ts';
import type { Beginning } from '../charge/begin-terms.ts';
import { begin } from '../charge/beginnings.ts';
import type { CheckoutWorld } from '../checkout/checkout.ts';
import { CASH_METHOD, demandOffered } from '../checkout/payment-methods.ts';
import { findPurchase } from '../find-purchase.ts';
import type { Own } from '../own-purchase.ts';
import { pricePurchase } from '../price-purchase.ts';
import { presentPayment } from '../settle/present-payment.ts';
import { sell } from '../settle/sales.ts';
import type { Changes } from '../settle/sell-places.ts';
import { nameHolder } from './queries-box-office.ts';

export interface WantedCashSale extends Own {
  readonly form: InputOf<typeof chargeCash>['body'];
  /** Of the click. */
  readonly idempotencyKey: string;
}

/**
 * Sells what a counter holds for cash: what is paid is fixed, taken and booked in one transaction, for there is nobody to
 * ask meanwhile. The same click again is answered with what became of the first.
 */
export async function sellForCash(world: CheckoutWorld, { form, idempotencyKey, ...own }: WantedCashSale): Promise<PaymentResult> {
  const { purchaseId, customerId } = own;
  if (!form.acceptsTerms) throw new Refusal('terms_not_accepted');
  const row = await world.readPurchase(purchaseId);
  if (row?.customerId !== customerId) throw new Refusal('not_found');
  demandOffered(world.payments, row, CASH_METHOD);
  if (row.stage === 'open') await demandOnSale(world, row);

  const wanted: Beginning = {
    row,
    customerId,
    key: idempotencyKey,
    total: form.total,
    priced: row.stage === 'open' ? await pricePurchase(row, world) : null,
    attempt: (priced) => cashAttempt(world, { purchaseId, idempotencyKey }, priced),
  };
  const sold = await patiently(world.db, (tx) => sellAtOnce(tx, wanted, form.holder));
  if (sold === 'changed') throw new Refusal('total_changed', { purchase: await findPurchase(world, purchaseId, customerId) });
  for (const [performanceId, rows] of sold) world.inventory.changed(performanceId, rows);
  return presentPayment(world, own);
}

/** Places that are somebody else's now; none when the click is a repeated one. */
async function sellAtOnce(tx: Tx, wanted: Beginning, holder: string | undefined): Promise<Changes | 'changed'> {
  const [begun] = await begin(tx, [wanted], 'wait');
  if (begun instanceof Error) throw begun;
  if (begun === 'changed') return begun;
  if (begun === 'repeated') return new Map();
  if (begun === undefined || begun === 'alone') throw new Error('who waits is told');
  if (holder !== undefined) await nameHolder(tx, wanted.row.id, holder);
  const [sold] = await sell(tx, [{ attempt: begun.attempt, answer: takenInCash(begun.attempt) }]);
  if (sold === undefined || sold === 'alone') throw new Error('places that this transaction has locked are its own to sell');
  return sold;
}
