import { changePrice as changeCall, type PriceObstacle, type Purchase, Refusal, wireNameOf } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import type { Click } from '#db/used-key';
import { requireCounter } from '../checkout/payment-method.ts';
import { presentPurchase } from '../present-purchase.ts';
import { pricePurchase } from '../price-purchase.ts';
import { lockOpenPurchase, type OwnPurchase, requireOpen, requireOwnPurchase } from '../purchase.ts';
import { type PricedPurchase, type PurchaseRow, setCounterPrice } from '../queries-purchases.ts';
import { insertAction, refuseLogged } from '../staff/queries-staff.ts';
import type { SaleWorld } from '../world.ts';
import { countLowered } from './queries-counter-sales.ts';
import { lockOpenDrawer } from './queries-drawers.ts';

interface PriceRequest extends OwnPurchase {
  /** Of each ticket, in minor units; left out, what it cost before. */
  readonly price?: number | undefined;
  readonly reason?: string | undefined;
}

/** Lowers what each ticket of an open sale costs, or gives it its price back. Whether the clerk still may is judged again when it is sold. */
export async function changePrice(world: SaleWorld, { price, reason, ...own }: PriceRequest): Promise<Purchase> {
  const seen = await requireOwnPurchase(world, own);
  requireCounter(seen);
  requireOpen(seen);
  if (price !== undefined) {
    requirePrice(world, price, reason);
    const { ticketCount } = loweredIn(await pricePurchase({ ...seen, counterPrice: price }, world));
    if (ticketCount === 0) throw refused('not_lower');
    const most = mostOf(world, price);
    if (most === 0) throw refused('not_allowed');
    const used = await countLowered(world.db, { staffId: own.customerId, verb: verbOf(price), timeZone: world.timeZone });
    if (used + ticketCount > most) throw refused('limit');
  }
  const kept = price === undefined || reason === undefined ? null : { price, reason };
  const row = await withLockTimeout(world.db, async (tx) => {
    const purchase = await lockOpenPurchase(tx, own);
    await setCounterPrice(tx, purchase.id, kept);
    return { ...purchase, counterPrice: kept?.price ?? null, counterPriceReason: kept?.reason ?? null };
  });
  return presentPurchase(row, world);
}

function requirePrice({ displayUnit }: Pick<SaleWorld, 'displayUnit'>, price: number, reason: string | undefined): void {
  const refuse = (field: 'price' | 'reason', why: 'invalid' | 'missing') =>
    new Refusal('invalid_input', { fields: [{ name: wireNameOf(changeCall.body, field), reason: why }] });
  if (reason === undefined) throw refuse('reason', 'missing');
  if (price < 0 || price % displayUnit !== 0) throw refuse('price', 'invalid');
}

const refused = (obstacle: PriceObstacle) => new Refusal('price_refused', { obstacle });
const verbOf = (price: number) => (price === 0 ? 'complimentary' : 'lower_price');
const mostOf = ({ counterPrices }: Pick<SaleWorld, 'counterPrices'>, price: number): number =>
  price === 0 ? counterPrices.complimentaryTicketsPerDay : counterPrices.loweredTicketsPerDay;

/** How many tickets a clerk sells for less than they cost, and what that takes off them. */
function loweredIn({ tickets }: PricedPurchase): { ticketCount: number; amount: number } {
  const some = tickets.flatMap(({ listPrice, quote }) => (listPrice === undefined ? [] : [listPrice - quote.final]));
  return { ticketCount: some.length, amount: some.reduce((sum, off) => sum + off, 0) };
}

interface LoweredSale {
  readonly staffId: string;
  /** Of the sale. */
  readonly click: Click;
  /** As it was priced. */
  readonly purchase: PurchaseRow;
  readonly priced: PricedPurchase;
}

/**
 * Writes down, in the sale's own transaction, that a clerk sold for less than the tickets cost, where nobody can change it. One sale of a clerk
 * after the other, so that two at once do not pass the limit of the day together; what is voided later has been used all the same.
 * A key that has a line already sold another purchase: one that sold this one was answered before.
 */
export async function recordLowered(world: SaleWorld, tx: Tx, { staffId, click, purchase, priced }: LoweredSale): Promise<void> {
  const { counterPrice, counterPriceReason: reason, id: purchaseId } = purchase;
  const { ticketCount, amount } = loweredIn(priced);
  await refuseLogged(tx, { staffId, click });
  if (counterPrice === null || reason === null || ticketCount === 0) return;
  await lockOpenDrawer(tx, staffId, { alone: true });
  const verb = verbOf(counterPrice);
  await insertAction(tx, { staffId, click, verb, purchaseId, reason, facts: { amount, tickets: ticketCount } });
  const used = await countLowered(tx, { staffId, verb, timeZone: world.timeZone });
  if (used > mostOf(world, counterPrice)) throw refused('limit');
}
