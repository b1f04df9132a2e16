import { chargeCash, type InputOf, isPrinted, type PaymentResult, Refusal, wireNameOf } from '@butaca/contract';
import type { CallWatch } from '#http/call-watch';
import { requireCounter } from './checkout/payment-method.ts';
import { cancelPurchase, type ReleaseWorld } from './claim/release-places.ts';
import { bookCashIn } from './counter/drawers.ts';
import { attemptAtOnce, priceToPay, sellAtOnce } from './pay/charge.ts';
import { type OwnPurchase, requireOwnPurchase } from './purchase.ts';
import { findOlderSales, nameHolder, setCounter } from './queries-purchases.ts';
import type { SaleWorld } from './world.ts';

/**
 * A new sale at a counter releases the one it has left unpaid (C-09). A counter is one log-in of a clerk: two
 * places that share an account do not undo each other's sales. Called after a sale has its places, it leaves the newest: of
 * two tabs that begin at once the one that comes to its counter last sees both, so that one sale remains and never none.
 * What is being paid at this moment is not touched. Answers what was released.
 */
export async function releaseOlderSales(world: ReleaseWorld, sale: OwnPurchase, counter: string): Promise<ReadonlySet<string>> {
  await setCounter(world.db, sale, counter);
  const released = new Set<string>();
  for (const { id } of await findOlderSales(world.db, counter)) {
    try {
      await cancelPurchase(world, id);
      released.add(id);
    } catch (error) {
      // It was paid meanwhile or is being paid; any other purchase expires by itself.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return released;
}

interface CashSaleRequest extends OwnPurchase {
  readonly form: InputOf<typeof chargeCash>['body'];
  /** The idempotency key of the click. */
  readonly idempotencyKey: string;
  readonly call: CallWatch;
}

/**
 * Sells what a counter holds for cash, or for nothing when that is what it costs. The same click again is answered with what
 * became of the first.
 */
export async function sellForCash(world: SaleWorld, { form, idempotencyKey, call, ...own }: CashSaleRequest): Promise<PaymentResult> {
  const { purchaseId, customerId } = own;
  const { holder } = form;
  if (holder !== undefined && !isPrinted(holder)) {
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(chargeCash.body, 'holder'), reason: 'unprintable' }] });
  }
  if (!form.acceptsTerms) throw new Refusal('terms_not_accepted');
  const purchase = await requireOwnPurchase(world, own);
  requireCounter(purchase);
  const wanted = {
    purchase,
    customerId,
    key: idempotencyKey,
    total: form.total,
    priced: await priceToPay(world, purchase),
    tries: null,
    attempt: (priced: Parameters<typeof attemptAtOnce>[2]) => attemptAtOnce(world, { purchaseId, idempotencyKey }, priced),
  };
  return sellAtOnce(world, wanted, {
    also: (tx) =>
      Promise.all([
        holder === undefined ? null : nameHolder(tx, purchaseId, holder),
        // What was asked for is what it costs, or nothing is sold.
        form.total === 0 ? null : bookCashIn(tx, customerId, { purchaseId, amount: form.total }),
      ]),
    onSold: ({ attempt: { amount }, purchase: { holds } }) =>
      call.say('cash-sale', { purchaseId, amount, tickets: holds.reduce((sum, { placeIds }) => sum + placeIds.length, 0) }),
  });
}
