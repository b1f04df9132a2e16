import { chargeCash, chargeTerminal, type InputOf, isPrinted, type PaymentResult, Refusal, wireNameOf } from '@butaca/contract';
import type { Tx } from '#db/connect';
import type { Click } from '#db/used-key';
import type { CallWatch } from '#http/call-watch';
import { type AttemptRequest, TERMINAL } from '../payments/index.ts';
import { requireReceiver } from './checkout/bill-receiver.ts';
import { requireCounter, TERMINAL_METHOD } from './checkout/payment-method.ts';
import { cancelPurchase, type ReleaseWorld } from './claim/release-places.ts';
import { bookSale } from './counter/drawers.ts';
import { recordLowered } from './counter/lower-price.ts';
import { attemptAtOnce, clickToStart, priceToPay, sellAtOnce } from './pay/charge.ts';
import { type OwnPurchase, requireOwnPurchase } from './purchase.ts';
import { findOlderSales, nameHolder, type PricedPurchase, setCounter } from './queries-purchases.ts';
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

interface CounterSaleRequest<Form> extends OwnPurchase {
  readonly form: Form;
  readonly click: Click;
  readonly call: CallWatch;
}

type CashForm = InputOf<typeof chargeCash>['body'];
type TerminalForm = InputOf<typeof chargeTerminal>['body'];

/** Sells what a counter holds for cash, or for nothing when that is what it costs. */
export const sellForCash = (world: SaleWorld, request: CounterSaleRequest<CashForm>): Promise<PaymentResult> =>
  sellAtCounter(world, request, {
    attempt: (priced) => attemptAtOnce(world, request, priced),
    // What was asked for is what it costs, or nothing is sold.
    take: { cash: request.form.total },
  });

/** Sells what a counter holds for what its card terminal took, and cash for the rest of the total (decision 056). */
export async function sellOnTerminal(world: SaleWorld, request: CounterSaleRequest<TerminalForm>): Promise<PaymentResult> {
  const { total, onTerminal, brand, lastFour, coupon } = request.form;
  if (!world.cardTerminal) throw new Refusal('payment_method_unavailable');
  if (onTerminal <= 0 || onTerminal > total) throw invalid('onTerminal');
  if (!world.cards.brands.includes(brand)) throw invalid('brand');
  const cashAmount = total - onTerminal;
  return sellAtCounter(world, request, {
    attempt: (priced) => ({ ...attemptAtOnce(world, request, priced), provider: TERMINAL, paymentMethodId: TERMINAL_METHOD, cashAmount }),
    take: { cash: cashAmount, slip: { amount: onTerminal, brand, lastFour, coupon } },
  });
}

const invalid = (field: keyof TerminalForm) =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(chargeTerminal.body, field), reason: 'invalid' }] });

interface Taken {
  readonly attempt: (priced: PricedPurchase) => AttemptRequest;
  readonly take: Omit<Parameters<typeof bookSale>[2], 'purchaseId'>;
}

/** The same click again is answered with what became of the first. */
async function sellAtCounter(
  world: SaleWorld,
  { form, click, call, ...own }: CounterSaleRequest<CashForm>,
  { attempt, take }: Taken,
): Promise<PaymentResult> {
  const { purchaseId, customerId } = own;
  const { holder, total } = form;
  if (holder !== undefined && !isPrinted(holder)) {
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(chargeCash.body, 'holder'), reason: 'unprintable' }] });
  }
  if (!form.acceptsTerms) throw new Refusal('terms_not_accepted');
  const purchase = await requireOwnPurchase(world, own);
  requireCounter(purchase);
  const priced = await priceToPay(world, purchase);
  if (priced) await requireReceiver(world, purchase, priced.totals.total);
  const book = async (tx: Tx) => {
    // The drawer is locked alone first: two sales that both shared it would wait for each other.
    if (priced) await recordLowered(world, tx, { staffId: customerId, click, purchase, priced });
    if (total > 0) await bookSale(tx, customerId, { purchaseId, ...take });
  };
  return sellAtOnce(
    world,
    { purchase, customerId, ...clickToStart(world, click), total, priced, tries: null, attempt },
    {
      also: (tx) => Promise.all([holder === undefined ? null : nameHolder(tx, purchaseId, holder), book(tx)]),
      onSold: ({ attempt: { amount }, purchase: { holds } }) =>
        call.say('cash-sale', { purchaseId, amount, tickets: holds.reduce((sum, { placeIds }) => sum + placeIds.length, 0) }),
    },
  );
}
