import { type AnswerOf, type ChosenWay, previewRefund as previewCall, type RefundObstacle, Refusal, wireNameOf } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import { findOrderTickets, findUsedTickets, lockOrderTickets, type OrderTicketRow } from '../../orders/index.ts';
import {
  type AttemptRow,
  amountIn,
  BALANCE,
  CASH,
  latestAttempts,
  lockAttempts,
  paymentOf,
  type RefundKey,
  type RefundRow,
  type RefundWay,
  refundsOf,
  type SplitPart,
  sendRefund,
  TERMINAL,
} from '../../payments/index.ts';
import { lockProductsOf } from '../products/queries-products.ts';
import { lockPurchase } from '../purchase.ts';
import { lockPlacesOf } from '../queries-places.ts';
import { findPurchases, type PurchaseRow, ticketIn } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { lookForReturnsOf } from './given-back.ts';
import { isOnItsWay } from './queries-delivery.ts';
import { findRefundedPerformances, insertAction, type StaffRequest, useKeyOnce } from './queries-staff.ts';
import { refundParts } from './refund-parts.ts';
import { leftAtProvider, type Portion, portionsOf } from './refund-portions.ts';
import { readProductMoney } from './refund-products.ts';
import { partsLeft } from './taken-back.ts';
import { isTaken, takenBefore, without } from './taken-before.ts';
import { amountOf, cardsOf, ofAttempt, placesSoldAgain, type RefundPlan, writeRefund } from './write-refund.ts';

type Refunding = Pick<SaleWorld, 'db' | 'live' | 'watch' | 'payments' | 'displayUnit' | 'refunds'>;

export interface WantedRefund {
  readonly purchaseId: string;
  readonly ticketIds: readonly string[];
  readonly way: ChosenWay;
  /** Products that were handed over are paid back too, where their money would go back; otherwise it stays. */
  readonly returnsHandedOver?: boolean | undefined;
  /** What the provider gave back of itself for no ticket was for these: it is not paid again (decision 097). */
  readonly countsGivenBack?: boolean | undefined;
}

interface RefundRequest extends WantedRefund, StaffRequest {
  /** What the person saw that would go back, in minor units. */
  readonly amount: number;
  readonly verb?: 'refund' | 'void';
  /** Refuses by rules of its own, once all is locked. */
  readonly judge?: (tx: Tx) => Promise<void>;
  /** What else belongs to it, in its transaction. */
  readonly also?: (tx: Tx, refunded: Refunded) => Promise<void>;
}

interface Refunded extends Pick<RefundPlan, 'way' | 'cashAmount'> {
  readonly refundId: string;
  /** What went back that way. */
  readonly amount: number;
}

/** What a refund would do now; changes nothing. */
export async function previewRefund(world: Refunding, wanted: WantedRefund): Promise<AnswerOf<typeof previewCall>> {
  const [purchase] = await findPurchases(world.db, [wanted.purchaseId]);
  if (!purchase) throw new Refusal('not_found');
  const plan = await planRefund(world, world.db, { purchase, wanted, tickets: await findOrderTickets(world.db, purchase.id) });
  const amount = amountOf(plan);
  const cost = plan.tickets.reduce((sum, ticket) => sum + (ticketIn(purchase.priced, ticket)?.quote.final ?? 0), plan.products?.cost ?? 0);
  return {
    way: plan.way,
    amount,
    ...(plan.beside && plan.beside.way !== plan.way ? { toBalance: plan.beside.portion.amount } : {}),
    kept: Math.max(0, cost - amount - plan.covered),
    ...(plan.unassigned > 0 ? { givenBack: plan.unassigned } : {}),
    ...(plan.covered > 0 ? { covered: plan.covered } : {}),
    ticketCount: plan.tickets.length,
    placesSoldAgain: [...plan.soldAgain.values()].reduce((sum, places) => sum + places.length, 0),
    ...(plan.products && plan.products.handedOver > 0 ? { handedOver: plan.products.handedOver } : {}),
  };
}

/**
 * Refunds tickets of a paid order: they are void, their places are sold again by rule, and their money is owed to the buyer from then on,
 * in one transaction; then the provider is asked for it with none open (decision 040). A repeated click refunds nothing more.
 */
export async function refundOrder(world: Refunding, request: RefundRequest): Promise<void> {
  await lookForReturnsOf(world, request.purchaseId);
  const refunded = await withLockTimeout(world.db, async (tx) => {
    const purchase = await lockPurchase(tx, request.purchaseId);
    if (!purchase) throw new Refusal('not_found');
    const facts = { amount: request.amount, tickets: request.ticketIds.length };
    const action = { ...request, verb: request.verb ?? 'refund', facts };
    if ((await useKeyOnce(tx, action)) === 'again') return null;
    // Locks leave in this order: purchases, then places, then tickets, then attempts.
    const places = await lockPlacesOf(tx, purchase.holds, 'wait');
    // A counter hands one over before, or finds it given back after.
    if (purchase.products) await lockProductsOf(tx, purchase.id);
    const tickets = await lockOrderTickets(tx, purchase.id);
    await insertAction(tx, action);
    const plan = await planRefund(world, tx, { purchase, wanted: request, tickets });
    await request.judge?.(tx);
    if (amountOf(plan) !== request.amount) throw new Refusal('refund_changed', { amount: amountOf(plan) });
    await lockAttempts(tx, [plan.attempt, ...(plan.beside ? [plan.beside.attempt] : [])]);
    const written = await writeRefund(tx, {
      purchase,
      plan,
      reason: request.reason,
      placesOf: (performanceId) => places.get(performanceId),
    });
    await request.also?.(tx, { refundId: written.key.id, way: plan.way, amount: plan.portion.amount, cashAmount: plan.cashAmount });
    return written;
  });
  if (!refunded) return;
  world.live.changedAll(refunded.changes);
  await sendIfNeeded(world, refunded.key);
  if (refunded.besideKey) await sendIfNeeded(world, refunded.besideKey);
}

/** Asks the provider at once; whatever goes wrong is left to the worker. */
async function sendIfNeeded(world: Refunding, key: RefundKey): Promise<void> {
  const refund = (await refundsOf(world.db, [key.purchaseId])).find(({ id }) => id === key.id);
  if (refund?.state !== 'returning') return;
  await sendRefund(world, refund).catch((error) => {
    world.watch.say('refund-failed', { purchaseId: key.purchaseId, reference: refund.reference, error });
  });
}

interface PlanFacts {
  readonly purchase: PurchaseRow;
  readonly wanted: WantedRefund;
  readonly tickets: readonly OrderTicketRow[];
}

interface Planned extends RefundPlan {
  readonly covered: number;
  /** What went back before for no ticket, and is counted for none yet; minor units. */
  readonly unassigned: number;
}

/** Reads what decides and judges it. */
async function planRefund(world: Refunding, db: Db | Tx, { purchase, wanted, tickets }: PlanFacts): Promise<Planned> {
  const [[latest], earlier, used, performances, onItsWay, productMoney] = await Promise.all([
    latestAttempts(db, [purchase.id]),
    refundsOf(db, [purchase.id]),
    findUsedTickets(db, purchase.id),
    findRefundedPerformances(db, [...new Set(tickets.map(({ performanceId }) => performanceId))]),
    isOnItsWay(db, purchase.id),
    readProductMoney(db, purchase),
  ]);
  if (latest?.state !== 'approved') throw obstacle('not_paid');
  const products = tickets.filter(({ state }) => state === 'valid').length === new Set(wanted.ticketIds).size ? productMoney : null;
  const productsKept = wanted.returnsHandedOver ? 0 : (products?.handedOver ?? 0);
  requireSomething({ wanted, tickets }, { earlier, isLeft: (products?.cost ?? 0) > productsKept });
  const cancelled = new Set(performances.flatMap(({ id, isCancelled }) => (isCancelled ? [id] : [])));
  const chosen = chosenTickets(wanted.ticketIds, tickets, { used: new Set(used.map(({ id }) => id)), cancelled });
  const taken = takenBefore(earlier);
  const countsTaken = wanted.countsGivenBack === true;
  const before = countsTaken ? taken.before : earlier.flatMap((refund) => refund.parts);
  const cost = moneyOf(world, { purchase, tickets, chosen, cancelled, before, onItsWay, productsKept });
  const covered = countsTaken ? Math.min(taken.unassigned, cost.amount) : 0;
  const paid = await cardsOf(db, latest);
  const { parts, amount } = payable(covered > 0 ? without(cost, portionsOf(taken.left, covered)[0].parts) : cost, { paid, earlier, taken });
  // Where the card's part is back already only the balance's, or the other card's, is left.
  const [first, second] = shareOut(paid, earlier, amount);
  const { attempt, atProvider } = first;
  const way =
    covered > 0 && amount === 0
      ? 'elsewhere'
      : await wayOf(world, db, { purchase, attempt, amount, atProvider, earlier, asked: wanted.way });
  const [portion, rest] = portionsOf(parts, way === 'provider' || second ? atProvider : amount);
  const besideWay = second ? await wayOf(world, db, { purchase, ...second, amount, earlier, asked: wanted.way }) : 'balance';
  return {
    ...{ attempt, way, portion, products, tickets: chosen, covered, unassigned: taken.unassigned },
    // Also where their money had gone back before.
    returnsProducts: cost.parts.some(({ account }) => account === 'products'),
    beside: rest.amount > 0 ? { attempt: second?.attempt ?? attempt, way: besideWay, portion: rest } : null,
    cashAmount: attempt.provider === TERMINAL ? Math.max(0, amount - keptOnTerminal(attempt, earlier)) : 0,
    soldAgain: placesSoldAgain(world.refunds, chosen, performances),
  };
}

interface Payable {
  readonly paid: readonly AttemptRow[];
  readonly earlier: readonly RefundRow[];
  readonly taken: ReturnType<typeof takenBefore>;
}

/**
 * The part of a cost that the payment can still cover: all of it, or what is left if the shortfall is no more than what was given back for no
 * ticket. Refuses `too_little_left` while money that a provider or bank took back has not been assigned, else `not_paid`.
 */
function payable(cost: Portion, { paid, earlier, taken }: Payable): Portion {
  const left = paid.reduce((sum, each) => sum + amountIn(each), 0) - earlier.reduce((sum, refund) => sum + refund.amount, 0);
  if (cost.amount <= left) return cost;
  if (cost.amount - left > taken.forNoTicket) throw obstacle(taken.unassigned > 0 ? 'too_little_left' : 'not_paid');
  return { parts: partsLeft(paid, earlier), amount: left };
}

interface AtProvider {
  readonly attempt: AttemptRow;
  /** Minor units. */
  readonly atProvider: number;
}

/** What each of the cards gives back: the first all that it has left, then the second. */
function shareOut(
  paid: readonly AttemptRow[],
  earlier: readonly RefundRow[],
  amount: number,
): readonly [AtProvider, AtProvider | undefined] {
  let left = amount;
  const shares = paid.map((attempt): AtProvider => {
    const atProvider = Math.min(left, leftAtProvider(attempt, ofAttempt(earlier, attempt)));
    left -= atProvider;
    return { attempt, atProvider };
  });
  const [first, second] = shares.filter(({ atProvider }) => atProvider > 0);
  return [first ?? (shares[0] as AtProvider), second];
}

/** Only an order of products alone is refunded without a ticket, and that once. */
function requireSomething(
  { wanted, tickets }: Omit<PlanFacts, 'purchase'>,
  { earlier, isLeft }: { earlier: readonly RefundRow[]; isLeft: boolean },
): void {
  if (wanted.ticketIds.length > 0) return;
  if (tickets.length > 0)
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(previewCall.body, 'ticketIds'), reason: 'missing' }] });
  if (earlier.some((refund) => !isTaken(refund) && !refund.isForNoTicket)) throw obstacle('products_returned');
  if (!isLeft) throw obstacle('products_handed_over');
}

const obstacle = (why: RefundObstacle) => new Refusal('cannot_refund', { obstacle: why });

/** The valid tickets that were asked for; one that was let in is refunded only if its performance was cancelled. */
function chosenTickets(
  ids: readonly string[],
  tickets: readonly OrderTicketRow[],
  { used, cancelled }: { used: ReadonlySet<string>; cancelled: ReadonlySet<number> },
): OrderTicketRow[] {
  return [...new Set(ids)].map((id) => {
    const ticket = tickets.find((each) => each.id === id);
    if (!ticket) throw new Refusal('not_found');
    if (ticket.state === 'void') throw obstacle('ticket_void');
    if (used.has(id) && !cancelled.has(ticket.performanceId)) throw obstacle('ticket_used');
    return ticket;
  });
}

interface MoneyFacts {
  readonly purchase: PurchaseRow;
  readonly tickets: readonly OrderTicketRow[];
  readonly chosen: readonly OrderTicketRow[];
  readonly cancelled: ReadonlySet<number>;
  /** What went back for other tickets. */
  readonly before: readonly SplitPart[];
  readonly onItsWay: boolean;
  readonly productsKept: number;
}

function moneyOf(
  { refunds: rules, displayUnit }: Pick<Refunding, 'refunds' | 'displayUnit'>,
  { purchase, tickets, chosen, cancelled, before, onItsWay, productsKept }: MoneyFacts,
): { parts: SplitPart[]; amount: number } {
  if (!purchase.priced) throw new Error('a paid purchase has its price');
  const parts = refundParts({
    priced: purchase.priced,
    tickets: chosen.flatMap((ticket) => ticketIn(purchase.priced, ticket) ?? []),
    isLast: tickets.filter(({ state }) => state === 'valid').length === chosen.length,
    cancelled,
    isOnItsWay: onItsWay,
    productsKept,
    before,
    rules,
    displayUnit,
  });
  const amount = parts.reduce((sum, part) => sum + part.amount, 0);
  return amount > 0 ? { parts, amount } : { parts: [], amount: 0 };
}

interface WayFacts {
  readonly purchase: PurchaseRow;
  readonly attempt: AttemptRow;
  readonly amount: number;
  /** What of it the payment's provider would give back. */
  readonly atProvider: number;
  readonly earlier: readonly RefundRow[];
  readonly asked: ChosenWay;
}

/** What refunds gave back on a counter's card terminal. */
export const backOnTerminal = (refunds: readonly RefundRow[]): number =>
  refunds.reduce((sum, { way, amount, cashAmount }) => sum + (way === 'terminal' ? amount - cashAmount : 0), 0);

/** The card comes first: so a clerk gives out cash only when nothing is left that can go back without it. */
const keptOnTerminal = ({ amount, cashAmount }: AttemptRow, earlier: readonly RefundRow[]): number =>
  amount - cashAmount - backOnTerminal(earlier);

/** By what its provider can do: cash comes out of a drawer, a card that returns no parts returns all or becomes balance. */
async function wayOf(
  { payments }: Refunding,
  db: Db | Tx,
  { purchase, attempt, amount, atProvider, earlier, asked }: WayFacts,
): Promise<RefundWay> {
  if (amount === 0) return 'nothing';
  if (attempt.provider === BALANCE || atProvider === 0) return 'balance';
  if (asked === 'balance') {
    // The customer of a counter's sale is the clerk.
    if (purchase.channel !== 'online') throw obstacle('no_balance');
    return 'balance';
  }
  if (attempt.provider === CASH) return 'drawer';
  if (attempt.provider === TERMINAL) return keptOnTerminal(attempt, earlier) > 0 ? 'terminal' : 'drawer';
  const provider = payments.providers.get(attempt.provider);
  if (!provider) throw obstacle('no_provider');
  if (earlier.some(({ state }) => state === 'returning')) throw obstacle('under_way');
  if (atProvider === attempt.amount) return 'provider';
  const returnsParts = provider.refund !== undefined && (provider.returnsParts?.(await paymentOf(db, attempt)) ?? true);
  if (!returnsParts) throw obstacle('no_parts');
  return 'provider';
}
