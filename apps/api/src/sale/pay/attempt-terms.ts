import { charge, Refusal, wireNameOf } from '@butaca/contract';
import { CASH, cardOfBin, FREE, plansOf, type WantedAttempt } from '../../payments/index.ts';
import type { WantedCharge } from '../checkout/checkout.ts';
import { CASH_METHOD, FREE_METHOD, requireGateway } from '../checkout/payment-method.ts';
import type { PricedPurchase } from '../queries.ts';
import type { Channel } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import type { CardForm } from './card-form.ts';
import { splitOf } from './split-of.ts';

/** When somebody else may look after an attempt whose process is gone: later than the slowest charge. */
const CHECK_AFTER_SECONDS = 45;

/** What is going to be asked of the provider for what the purchase costs; a card or a plan that is not offered is refused by name. */
export function wantedAttempt(
  { payments, locale, cards }: Pick<SaleWorld, 'payments' | 'locale' | 'cards'>,
  { purchaseId, idempotencyKey, form, channel }: Omit<WantedCharge, 'form'> & { readonly form: CardForm; readonly channel: Channel },
  priced: PricedPurchase,
): WantedAttempt {
  const { paymentMethodId, bin, lastFour, instalments } = form;
  const { total: amount } = priced.totals;
  // What costs nothing is confirmed, not charged.
  if (amount === 0) throw new Refusal('payment_method_unavailable');
  const card = cardOfBin(bin, cards);
  if (!card) throw invalid('bin');
  if (!plansOf(card, amount, { locale, cards }).some((plan) => plan.instalments === instalments)) throw invalid('instalments');
  return {
    purchaseId,
    idempotencyKey,
    provider: requireGateway(payments, { channel }, paymentMethodId).name,
    paymentMethodId,
    amount,
    currency: locale.currency,
    split: splitOf(priced),
    instalments,
    brand: card.brand,
    bin,
    lastFour,
    checkAfterSeconds: CHECK_AFTER_SECONDS,
  };
}

/** Cash that has been taken, or nothing where nothing is asked for: nobody will have to be asked what became of it. */
export function attemptAtOnce(
  { locale }: Pick<SaleWorld, 'locale'>,
  { purchaseId, idempotencyKey }: { readonly purchaseId: string; readonly idempotencyKey: string },
  priced: PricedPurchase,
): WantedAttempt {
  const { total: amount } = priced.totals;
  const isFree = amount === 0;
  return {
    purchaseId,
    idempotencyKey,
    provider: isFree ? FREE : CASH,
    paymentMethodId: isFree ? FREE_METHOD : CASH_METHOD,
    amount,
    currency: locale.currency,
    split: splitOf(priced),
    instalments: 1,
    brand: null,
    bin: null,
    lastFour: null,
    checkAfterSeconds: null,
  };
}

const invalid = (field: 'bin' | 'instalments') =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(charge.body, field), reason: 'invalid' }] });
