import {
  type AnswerOf,
  findOfficeOrders,
  type getOfficeMoney,
  type KnownOrderState,
  type OfficeOrder,
  type OfficeOrderSummary,
  type Refund,
  Refusal,
  type SoldProduct,
  type StaffAction,
  type UnlikePayment,
  wireNameOf,
} from '@butaca/contract';
import { formatOrderNumber, readOrderNumber } from '@butaca/contract/rules/order-number';
import { billsOf, presentOfficeBill } from '../../bills/index.ts';
import { readUndeliveredOfOrder } from '../../mailboxes/index.ts';
import {
  findReplacedTickets,
  findUsedTickets,
  holderOf,
  type OrderRecord,
  presentOrderPerformances,
  presentReplaced,
  presentTickets,
  readOrders,
} from '../../orders/index.ts';
import {
  type AttemptState,
  amountIn,
  attemptsOf,
  balanceIn,
  findReturned,
  findWaitingAttempts,
  isOpen,
  isOurselves,
  kindOfPayment,
  latestAttempts,
  mayCallOff,
  type RefundRow,
  refundsOf,
  unlikeHand,
} from '../../payments/index.ts';
import { stateOfOrder } from '../orders.ts';
import { presentHeld } from '../pay/present-payment.ts';
import { presentProduct } from '../present-purchase.ts';
import { findHandedOver, type HandedOver } from '../products/queries-products.ts';
import { readHoldEnds } from '../queries-places.ts';
import { findPurchases, type PurchaseRow } from '../queries-purchases.ts';
import { findReissues } from '../reissue/queries-reissues.ts';
import { presentReissue } from '../reissue/reissue-tickets.ts';
import type { SaleWorld } from '../world.ts';
import { findDeliverySteps } from './queries-delivery.ts';
import { findActions, findBuyers, hasAttempt, searchOrders } from './queries-staff.ts';
import { takenBefore } from './taken-before.ts';

const MOST_FOUND = 20;
const MOST_ACTIONS = 50;

/** Orders that staff look for; the newest first. A number that was heard or typed wrong is refused, instead of finding nothing. */
export async function findOrders(world: SaleWorld, search: string): Promise<{ items: OfficeOrderSummary[] }> {
  const number = readOrderNumber(search);
  if (number === 'mistyped')
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(findOfficeOrders.query, 'search'), reason: 'check_character' }] });
  const found = await searchOrders(world.db, { search, number, most: MOST_FOUND });
  return {
    items: await summariesOf(
      world,
      found.map(({ id }) => id),
    ),
  };
}

/** Of a counter's sale without a name: of the first ticket that bears one. */
const firstNamed = ({ tickets }: OrderRecord): string | null => {
  const named = tickets.find(({ state, nomination }) => state === 'valid' && nomination !== null)?.nomination;
  return named ? `${named.firstName} ${named.lastName}` : null;
};

export async function summariesOf(world: SaleWorld, ids: readonly string[]): Promise<OfficeOrderSummary[]> {
  if (ids.length === 0) return [];
  const { db } = world;
  const [purchases, attempts, returned, records, refunds, buyers] = await Promise.all([
    findPurchases(db, ids),
    latestAttempts(db, ids),
    findReturned(db, ids),
    readOrders(db, ids),
    refundsOf(db, ids),
    findBuyers(db, ids),
  ]);
  const cards = await world.cardsOf([...new Set(purchases.flatMap(performancesOf))]);
  return ids.flatMap((id) => {
    const purchase = purchases.find((each) => each.id === id);
    if (!purchase) return [];
    const record = records.find((each) => each.id === id);
    const attempt = attempts.find(({ purchaseId }) => purchaseId === id);
    const own = new Set(performancesOf(purchase));
    const state = stateForStaff({
      stage: purchase.stage,
      attempt,
      tickets: record?.tickets,
      refunds: refunds.filter(({ purchaseId }) => purchaseId === id),
      wentBack: returned.has(id),
    });
    const buyer = buyers.find((each) => each.purchaseId === id);
    const sold = cards.flatMap(({ id, show, date }) =>
      own.has(id) && show && date
        ? [{ id, showName: show.name, date, ...(show.venueName === undefined ? {} : { venueName: show.venueName }) }]
        : [],
    );
    const buyerName = record ? (holderOf(record) ?? firstNamed(record)) : (buyer?.name ?? null);
    const buyerEmail = record?.channel === 'online' ? record.buyer?.email : buyer?.email;
    return [
      {
        id,
        ...(purchase.orderNumber === null ? {} : { number: formatOrderNumber(purchase.orderNumber) }),
        state,
        ...(buyerName === null ? {} : { buyerName }),
        ...(buyerEmail === undefined ? {} : { buyerEmail }),
        showNames: [...new Set(sold.map(({ showName }) => showName))],
        sold,
        total: attempt && attempt.part === 0 ? amountIn(attempt) : (purchase.total ?? 0),
        ...(record ? { paidAt: record.paidAt.epochMilliseconds } : {}),
      },
    ];
  });
}

/** Those of its places, and those that its products are for. */
const performancesOf = ({ holds, products }: PurchaseRow): number[] =>
  [...holds, ...(products ?? [])].map(({ performanceId }) => performanceId);

/** What came to nothing is in no list of its buyer’s; staff are asked about it all the same. */
function stateForStaff({ wentBack, ...facts }: Parameters<typeof stateOfOrder>[0] & { readonly wentBack: boolean }): KnownOrderState {
  const hasMoney = wentBack || (facts.attempt !== undefined && ['approved', 'offered', 'secured'].includes(facts.attempt.state));
  return facts.stage !== 'paying' && !hasMoney ? 'cancelled' : stateOfOrder(facts);
}

/** An order with everything that staff decide by; `not_found` when nobody tried to pay it. */
export async function readOfficeOrder(world: SaleWorld, orderId: string): Promise<OfficeOrder> {
  const { db } = world;
  if (!(await hasAttempt(db, orderId))) throw new Refusal('not_found');
  const [
    [summary],
    [purchase],
    holdEnds,
    [record],
    attempts,
    refunds,
    used,
    actions,
    steps,
    handedOver,
    bills,
    undelivered,
    reissues,
    replaced,
  ] = await Promise.all([
    summariesOf(world, [orderId]),
    findPurchases(db, [orderId]),
    readHoldEnds(db, [orderId]),
    readOrders(db, [orderId]),
    attemptsOf(db, orderId),
    refundsOf(db, [orderId]),
    findUsedTickets(db, orderId),
    listActions(db, { purchaseId: orderId }),
    findDeliverySteps(db, orderId),
    findHandedOver(db, orderId),
    billsOf(db, [orderId]),
    readUndeliveredOfOrder(db, orderId),
    findReissues(db, [orderId]),
    findReplacedTickets(db, orderId),
  ]);
  if (!summary || !purchase) throw new Refusal('not_found');
  const tickets = record ? presentTickets(record, null) : [];
  const places = purchase.stage === 'paying' ? awaitedPlaces(purchase) : [];
  const entered = new Set(used.map(({ id }) => id));
  const { unassigned } = takenBefore(refunds);
  const isEmptied = tickets.length > 0 && tickets.every(({ state }) => state === 'void');
  const paid = attempts.reduce((sum, attempt) => (attempt.state === 'approved' ? sum + amountIn(attempt) : sum), 0);
  return {
    ...summary,
    performances: await presentOrderPerformances(db, [...new Set([...tickets, ...places].map(({ performanceId }) => performanceId))]),
    tickets: tickets.map((ticket) => ({ ticket, isUsed: entered.has(ticket.id) })),
    replaced: presentReplaced(replaced),
    reissues: reissues.map(({ staffName, ...each }) => ({ ...presentReissue(each), ...(staffName === null ? {} : { staffName }) })),
    places,
    ...(places.length > 0 ? presentHeld(world, holdEnds.get(orderId)) : {}),
    products: (record?.products ?? []).map((product) => ({ ...presentProduct(product), ...presentHandOver(product, handedOver) })),
    kept: paid - refunds.reduce((sum, { amount }) => sum + amount, 0),
    // With all tickets void nothing is left to decide.
    ...(unassigned > 0 && !isEmptied ? { givenBack: unassigned } : {}),
    payments: attempts.map(({ reference, provider, state, amount, startedAt, brand, lastFour, ...attempt }) => ({
      reference,
      kind: kindOfPayment({ provider, brand }),
      ...(isOurselves(provider) ? {} : { provider }),
      state,
      amount,
      ...presentBalance(balanceIn({ ...attempt, state, amount })),
      startedAt: startedAt.epochMilliseconds,
      ...(brand === null ? {} : { brand }),
      ...(lastFour === null ? {} : { lastFour }),
      inDoubt: isInDoubt(state),
      isAwaited: state === 'pending' && attempt.slowUntilMs !== null,
      mayCallOff: mayCallOff({ ...attempt, state }, world.payments.providers.get(provider)),
      mayAsk: (state === 'approved' || isInDoubt(state)) && world.payments.providers.has(provider),
      ...presentUnlike(unlikeHand({ ...attempt, state })),
    })),
    ...(record?.delivery ? { delivery: record.delivery } : {}),
    deliverySteps: steps.map(({ state, at, staffName, note }) => ({
      state,
      at: at.epochMilliseconds,
      ...(staffName === null ? {} : { staffName }),
      ...(note === null ? {} : { note }),
    })),
    refunds: refunds.map((refund) => ({
      ...presentRefund(refund),
      mayClose: refund.state === 'returning' && attempts.some((each) => each.reference === refund.reference && unlikeHand(each) !== null),
    })),
    bills: bills.map(presentOfficeBill),
    actions,
    undelivered,
    ...(record?.buyer && record.buyer.email !== record.buyer.accountEmail ? { accountEmail: record.buyer.accountEmail } : {}),
    mayBecomeBalance: record?.channel === 'online' && record.buyer !== null,
  };
}

const isInDoubt = (state: AttemptState): boolean => isOpen(state) && state !== 'started';

const awaitedPlaces = ({ priced }: PurchaseRow): OfficeOrder['places'] =>
  (priced?.tickets ?? []).map(({ performanceId, sectorName, row, seat, priceTypeName, quote }) => ({
    performanceId,
    sectorName,
    ...(row === undefined ? {} : { row }),
    ...(seat === undefined ? {} : { seat }),
    priceTypeName,
    final: quote.final,
  }));

/** Payments that wait for their buyers, each with what it is of. */
export async function readWaiting(world: SaleWorld, most: number): Promise<AnswerOf<typeof getOfficeMoney>['waitingPayments']> {
  const waiting = await findWaitingAttempts(world.db, most);
  const ids = [...new Set(waiting.map(({ orderId }) => orderId))];
  const [summaries, holdEnds] = await Promise.all([summariesOf(world, ids), readHoldEnds(world.db, ids)]);
  return waiting.map(({ provider, brand, startedAt, orderId, ...attempt }) => {
    const { number, buyerName, showNames = [] } = summaries.find(({ id }) => id === orderId) ?? {};
    return {
      ...attempt,
      orderId,
      ...(number === undefined ? {} : { orderNumber: number }),
      ...(buyerName === undefined ? {} : { buyerName }),
      showNames,
      kind: kindOfPayment({ provider, brand }),
      provider,
      startedAt: startedAt.epochMilliseconds,
      ...presentHeld(world, holdEnds.get(orderId)),
    };
  });
}

function presentHandOver(
  { performanceId, variantId }: Pick<HandedOver, 'performanceId' | 'variantId'>,
  all: readonly HandedOver[],
): Pick<SoldProduct, 'handedOverAt' | 'handedOverBy' | 'isReturned'> {
  const found = all.find((each) => each.performanceId === performanceId && each.variantId === variantId);
  const at = found?.handedOverAt ?? null;
  const by = found?.handedOverBy ?? null;
  return {
    isReturned: found?.isReturned ?? false,
    ...(at === null ? {} : { handedOverAt: at.epochMilliseconds }),
    ...(by === null ? {} : { handedOverBy: by }),
  };
}

const presentUnlike = (unlike: UnlikePayment | null) => (unlike === null ? {} : { unlike });

const presentBalance = (fromBalance: number) => (fromBalance > 0 ? { fromBalance } : {});

export const presentRefund = ({
  id,
  way,
  amount,
  covered,
  isForNoTicket,
  isUndone,
  isClosed,
  tickets,
  state,
  startedAt,
  doneAt,
  reason,
  tries,
  trouble,
}: RefundRow): Omit<Refund, 'mayClose'> => ({
  ...{ id, way, amount, reason, tries },
  ...(covered > 0 ? { covered } : {}),
  ...(isForNoTicket ? { isForNoTicket } : {}),
  ...(isUndone ? { isUndone } : {}),
  ...(isClosed ? { isClosed } : {}),
  ticketCount: tickets.length,
  isDone: state === 'done',
  startedAt: startedAt.epochMilliseconds,
  ...(doneAt === null ? {} : { doneAt: doneAt.epochMilliseconds }),
  ...(trouble === null ? {} : { trouble }),
});

/** The staff's log; the newest first. */
export async function listActions(db: SaleWorld['db'], { purchaseId }: { purchaseId?: string } = {}): Promise<StaffAction[]> {
  const rows = await findActions(db, { ...(purchaseId === undefined ? {} : { purchaseId }), most: MOST_ACTIONS });
  return rows.map(({ at, staffName, amount, ticketCount, orderId, orderNumber, mailboxBefore, mailbox, ...action }) => ({
    ...action,
    ...(orderId === null ? {} : { orderId }),
    ...(orderNumber === null ? {} : { orderNumber: formatOrderNumber(orderNumber) }),
    at: at.epochMilliseconds,
    ...(staffName === null ? {} : { staffName }),
    ...(amount === null ? {} : { amount }),
    ...(ticketCount === null ? {} : { ticketCount }),
    ...(mailboxBefore === null ? {} : { mailboxBefore }),
    ...(mailbox === null ? {} : { mailbox }),
  }));
}
