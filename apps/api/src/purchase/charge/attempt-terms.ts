import { charge, Refusal, wireNameOf } from '@butaca/contract';
import type { Channel } from '../../inventory/index.ts';
import { CASH, cardOfBin, plansOf, type WantedAttempt } from '../../payments/index.ts';
import type { CheckoutWorld, WantedCharge } from '../checkout/checkout.ts';
import { CASH_METHOD, demandGateway } from '../checkout/payment-methods.ts';
import type { PricedPurchase } from '../queries.ts';
import { splitOf } from './split-of.ts';

/** When somebody else may look after an attempt whose process is gone: later than the slowest charge. */
const CHECK_AFTER_SECONDS = 45;

/** What is going to be asked of the provider for what the purchase costs; a card or a plan that is not offered is refused by name. */
export function wantedAttempt(
  { payments, locale, cards }: Pick<CheckoutWorld, 'payments' | 'locale' | 'cards'>,
  { purchaseId, idempotencyKey, form, channel }: WantedCharge & { readonly channel: Channel },
  priced: PricedPurchase,
): WantedAttempt {
  const { paymentMethodId, bin, lastFour, instalments } = form;
  const { total: amount } = priced.totals;
  const card = cardOfBin(bin, cards);
  if (!card) throw invalid('bin');
  if (!plansOf(card, amount, { locale, cards }).some((plan) => plan.instalments === instalments)) throw invalid('instalments');
  return {
    purchaseId,
    idempotencyKey,
    provider: demandGateway(payments, { channel }, paymentMethodId).name,
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

/** Cash that has been taken, which nobody will have to ask for. */
export const cashAttempt = (
  { locale }: Pick<CheckoutWorld, 'locale'>,
  click: { readonly purchaseId: string; readonly idempotencyKey: string },
  priced: PricedPurchase,
): WantedAttempt => ({
  ...click,
  provider: CASH,
  paymentMethodId: CASH_METHOD,
  amount: priced.totals.total,
  currency: locale.currency,
  split: splitOf(priced),
  instalments: 1,
  brand: null,
  bin: null,
  lastFour: null,
  checkAfterSeconds: null,
});

const invalid = (field: 'bin' | 'instalments') =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(charge.body, field), reason: 'invalid' }] });
