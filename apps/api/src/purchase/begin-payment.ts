import { charge, Refusal, selectDelivery, wireNameOf } from '@butaca/contract';
import { patiently } from '../inventory/index.ts';
import { type AttemptRow, attemptOfKey, cardOfBin, plansOf, startAttempt } from '../payments/index.ts';
import { type CheckoutWorld, demandOpen, lockOwn, type WantedCharge } from './checkout.ts';
import { findPurchase } from './find-purchase.ts';
import { demandMethod } from './payment-methods.ts';
import { pricePurchase } from './price-purchase.ts';
import type { PricedPurchase, PurchaseRow } from './queries.ts';
import { beginPaying, type LockedPurchase } from './queries-checkout.ts';
import { holdAllUntil } from './reopen-purchase.ts';
import type { Changes } from './sell-places.ts';
import { splitOf } from './split-of.ts';

/** How long places stay held for a card payment that nobody has an answer to; a gateway's own limit is far below. */
const CARD_HOLDS_SECONDS = 10 * 60;
/** When somebody else may look after an attempt whose process is gone: later than the slowest charge. */
const CHECK_AFTER_SECONDS = 45;

/**
 * Fixes what is paid and writes down what is about to be asked, or refuses and changes nothing. Null when this click has
 * begun a payment before. Prices are read before the transaction: one that waits for a second connection could wait for
 * itself.
 */
export async function beginPayment(world: CheckoutWorld, row: PurchaseRow, wanted: WantedCharge): Promise<AttemptRow | null> {
  const { purchaseId, customerId, idempotencyKey: key, form } = wanted;
  const priced = row.stage === 'open' ? await pricePurchase(row, world) : null;
  const begun = await patiently(world.db, async (tx) => {
    const [purchase, known] = await Promise.all([lockOwn(tx, wanted), attemptOfKey(tx, { purchaseId, key })]);
    if (known) return 'repeated';
    demandOpen(purchase);
    demandDelivery(purchase);
    if (!priced || priced.totals.total !== form.total || !isSame(row, purchase)) return 'changed';
    // Nothing to collect is nothing that a card could pay.
    if (form.total === 0) throw new Refusal('payment_method_unavailable');
    const asked = attemptOf(world, wanted, priced);
    const [changes, attempt] = await Promise.all([
      holdAllUntil(tx, purchaseId, { purchase, until: { whilePayingSeconds: CARD_HOLDS_SECONDS } }),
      startAttempt(tx, asked),
      beginPaying(tx, purchaseId, { priced, paymentMethodId: form.paymentMethodId }),
    ]);
    demandPlaces(purchase, changes);
    return { attempt, changes };
  });
  if (begun === 'repeated') return null;
  if (begun === 'changed') throw new Refusal('total_changed', { purchase: await findPurchase(world, purchaseId, customerId) });
  for (const [performanceId, rows] of begun.changes) world.inventory.changed(performanceId, rows);
  return begun.attempt;
}

export function demandDelivery({ deliveryTypeId }: Pick<LockedPurchase, 'deliveryTypeId'>): void {
  if (deliveryTypeId === null)
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(selectDelivery.body, 'deliveryTypeId'), reason: 'missing' }] });
}

/** Recounts that every place is still its own (design §5.5): those that are were just held for longer. */
function demandPlaces({ holds }: LockedPurchase, held: Changes): void {
  const lost = holds.flatMap(({ performanceId, placeIds }) => {
    const own = new Set(held.get(performanceId)?.map(({ placeId }) => placeId));
    return placeIds.filter((placeId) => !own.has(placeId));
  });
  if (lost.length > 0 || holds.length === 0) throw new Refusal('places_lost', { placeIds: lost });
}

/** What was priced is what is locked now. */
const isSame = (row: PurchaseRow, { holds, deliveryTypeId }: LockedPurchase) =>
  JSON.stringify([row.holds, row.deliveryTypeId]) === JSON.stringify([holds, deliveryTypeId]);

function attemptOf({ payments, locale }: CheckoutWorld, { purchaseId, idempotencyKey, form }: WantedCharge, priced: PricedPurchase) {
  const { paymentMethodId, bin, lastFour, instalments } = form;
  const { total: amount } = priced.totals;
  const card = cardOfBin(bin);
  if (!card) throw invalid('bin');
  if (!plansOf(card, amount, locale).some((plan) => plan.instalments === instalments)) throw invalid('instalments');
  return {
    purchaseId,
    idempotencyKey,
    provider: demandMethod(payments, paymentMethodId).name,
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

const invalid = (field: 'bin' | 'instalments') =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(charge.body, field), reason: 'invalid' }] });
