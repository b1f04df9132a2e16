import { type CounterSale, type CounterSaleSummary, findCounterSales, Refusal, type VoidObstacle, wireNameOf } from '@butaca/contract';
import { readOrderNumber } from '@butaca/contract/rules/order-number';
import type { Tx } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import { type Click, useKey } from '#db/used-key';
import { billsOf, presentBill } from '../../bills/index.ts';
import {
  findOrderTickets,
  findReplacedTickets,
  mayBeCarried,
  presentReplaced,
  readOrder,
  startOfTicketId,
  ticketNumber,
} from '../../orders/index.ts';
import { type RefundRow, refundsOf } from '../../payments/index.ts';
import { findOwnHandOver, type HandOver, handOver, isHandedOver } from '../products/queries-products.ts';
import { lockPurchase } from '../purchase.ts';
import { readOfficeOrder, summariesOf } from '../staff/office-order.ts';
import { insertAction, type StaffRequest, useKeyOnce } from '../staff/queries-staff.ts';
import { backOnTerminal, refundOrder } from '../staff/refund-order.ts';
import type { SaleWorld } from '../world.ts';
import { bookVoid } from './drawers.ts';
import { type CounterFacts, countVoids, readCounterFacts, searchCounterSales } from './queries-counter-sales.ts';
import { findSlipOfSale, lockOpenDrawer } from './queries-drawers.ts';

const MOST_FOUND = 50;

/** Sales that a clerk looks for; without a search those that they made today. */
export async function findSales(world: SaleWorld, staffId: string, search = ''): Promise<{ items: CounterSaleSummary[] }> {
  const number = search === '' ? null : readOrderNumber(search);
  if (number === 'mistyped')
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(findCounterSales.query, 'search'), reason: 'check_character' }] });
  const { db, timeZone } = world;
  const found = await searchCounterSales(db, { search, number, staffId, timeZone, most: MOST_FOUND });
  const ids = found.map(({ id }) => id);
  const [items, replaced] = await Promise.all([summariesOf(world, ids), findReplaced(world, ids, search)]);
  return { items: items.map((item) => ({ ...item, ...(item.id === replaced?.orderId ? { replaced: replaced.ticket } : {}) })) };
}

/** The ticket with the number that was searched for, if another one stands for it. */
async function findReplaced({ db }: SaleWorld, orderIds: readonly string[], search: string) {
  const start = startOfTicketId(search);
  // A number finds the order of its ticket alone.
  const [orderId] = orderIds;
  if (start === null || orderId === undefined) return undefined;
  const rows = await findReplacedTickets(db, orderId);
  const number = rows.find(({ id }) => id.startsWith(start));
  const ticket = number && presentReplaced(rows).find((each) => each.number === ticketNumber(number.id));
  return ticket && { orderId, ticket };
}

/** A sale with what this clerk may do with it; `not_found` when nobody has paid it. */
export async function readCounterSale(world: SaleWorld, orderId: string, staffId: string): Promise<CounterSale> {
  const facts = await readCounterFacts(world.db, orderId, world.timeZone);
  if (!facts) throw new Refusal('not_found');
  // Neither the address nor the payments: a counter needs them for nothing.
  const { id, number, state, buyerName, showNames, sold, total, paidAt, performances, tickets, products, kept } = await readOfficeOrder(
    world,
    orderId,
  );
  const obstacle = obstacleOf(facts, staffId);
  const isOwn = facts.channel === 'box_office' && facts.sellerId === staffId;
  const [[slip], bills] = await Promise.all([
    findSlipOfSale(world.db, orderId),
    // Their file is handed to nobody else, either.
    isOwn && world.billing ? billsOf(world.db, [orderId]) : [],
  ]);
  return {
    ...{ id, state, showNames, sold, total, performances, tickets, products, kept },
    ...(number === undefined ? {} : { number }),
    ...(buyerName === undefined ? {} : { buyerName }),
    ...(paidAt === undefined ? {} : { paidAt }),
    prints: facts.prints,
    isCopy: facts.isCopy,
    ...(facts.channel === 'box_office' && facts.sellerName !== null ? { sellerName: facts.sellerName } : {}),
    ...(slip ? { terminal: presentSlip(slip, await refundsOf(world.db, [orderId])) } : {}),
    ...(bills.length === 0 ? {} : { bills: bills.map(presentBill) }),
    ...(obstacle === null ? {} : { obstacle }),
  };
}

const presentSlip = (
  { amount, brand, lastFour, coupon }: Awaited<ReturnType<typeof findSlipOfSale>>[number],
  refunds: readonly RefundRow[],
): CounterSale['terminal'] => ({
  ...{ amount, brand, coupon, kept: amount - backOnTerminal(refunds) },
  ...(lastFour === null ? {} : { lastFour }),
});

/**
 * Who sold tickets and printed them does not void them alone: whoever hands them out and voids them keeps the money, and the customer is
 * turned away at the door.
 */
function obstacleOf({ channel, sellerId, isOfToday, prints }: CounterFacts, staffId: string): VoidObstacle | null {
  if (channel !== 'box_office') return 'online';
  if (!isOfToday) return 'other_day';
  return prints > 0 && sellerId === staffId ? 'printed' : null;
}

/** Writes down that a clerk hands products of an order over. Of two counters at once one does it, and the other is told. */
export async function handOverProducts(
  world: SaleWorld,
  { click, ...wanted }: Omit<HandOver, 'key'> & { click: Click },
): Promise<CounterSale> {
  await withLockTimeout(world.db, async (tx) => {
    if ((await useKey(tx, click)) === 'again') return;
    const given = { ...wanted, key: click.key };
    // A server of the version before writes the click's key with the product alone, and no `used_key`.
    const [before] = await findOwnHandOver(tx, given);
    if (before && (before.performanceId !== given.performanceId || before.variantId !== given.variantId)) throw new Refusal('key_reused');
    if (before) return;
    const [done] = await handOver(tx, given);
    if (!done) throw new Refusal((await isHandedOver(tx, given)) ? 'handed_over' : 'nothing_to_hand_over');
  });
  return readCounterSale(world, wanted.orderId, wanted.staffId);
}

interface VoidRequest extends StaffRequest {
  readonly orderId: string;
  readonly ticketIds: readonly string[];
  readonly amount: number;
  readonly coupon?: string | undefined;
}

/** Voids tickets that a counter sold today and gives back what was paid for them; on the card terminal first, cash out of the drawer of who voids. */
export async function voidSale(world: SaleWorld, { orderId, staffId, coupon, ...request }: VoidRequest): Promise<CounterSale> {
  // A sale of today that is undone costs nobody anything, whatever later refunds keep.
  const refunds = { ...world.refunds, ticketPercent: 100, serviceCharge: true, antiFraudQr: true, delivery: true };
  await refundOrder(
    { ...world, refunds },
    {
      ...request,
      staffId,
      purchaseId: orderId,
      way: 'original',
      verb: 'void',
      judge: (tx) => requireVoidable(world, tx, { orderId, staffId }),
      also: async (tx, { way, amount, cashAmount, refundId }) => {
        const back = { drawer: { cash: amount, onTerminal: 0 }, terminal: { cash: cashAmount, onTerminal: amount - cashAmount } };
        if (way === 'drawer' || way === 'terminal') await bookVoid(tx, staffId, { purchaseId: orderId, refundId, coupon, ...back[way] });
      },
    },
  );
  return readCounterSale(world, orderId, staffId);
}

async function requireVoidable(
  { timeZone, voidsPerDay }: SaleWorld,
  tx: Tx,
  { orderId, staffId }: { orderId: string; staffId: string },
): Promise<void> {
  // One void of a clerk after the other, so that two at once do not pass the limit together.
  await lockOpenDrawer(tx, staffId, { alone: true });
  const facts = await readCounterFacts(tx, orderId, timeZone);
  if (!facts) throw new Refusal('cannot_refund', { obstacle: 'not_paid' });
  const obstacle = obstacleOf(facts, staffId) ?? ((await countVoids(tx, staffId, timeZone)) > voidsPerDay ? 'limit' : null);
  if (obstacle) throw new Refusal('cannot_void', { obstacle });
}

interface PrintRequest extends Omit<StaffRequest, 'reason'> {
  readonly orderId: string;
  readonly reason?: string | undefined;
}

/** Why the first paper is printed. */
const HANDED_OUT = 'Entrega';

/** Writes down that a clerk prints a sale's tickets; from then on their file is handed to that clerk for a while. A copy of what was printed only with a reason. */
export async function recordPrint(world: SaleWorld, { orderId, reason, ...by }: PrintRequest): Promise<{ prints: number }> {
  // What its buyer carries is on nobody else's paper: a clerk could enter with it.
  const order = await readOrder(world.db, orderId);
  if (!order || (order.channel === 'online' && mayBeCarried(order))) throw new Refusal('not_found');
  return withLockTimeout(world.db, async (tx) => {
    // Two prints at once are a first one and a second one, and what is being voided is not printed.
    await lockPurchase(tx, orderId);
    const action = { ...by, verb: 'print', purchaseId: orderId, reason: reason ?? HANDED_OUT } as const;
    const use = await useKeyOnce(tx, action);
    const facts = await readCounterFacts(tx, orderId, world.timeZone);
    if (!facts) throw new Refusal('not_found');
    if (use === 'again') return { prints: facts.prints };
    const tickets = (await findOrderTickets(tx, orderId)).filter(({ state }) => state === 'valid');
    if (tickets.length === 0) throw new Refusal('no_valid_tickets');
    if (facts.isCopy && reason === undefined) throw new Refusal('invalid_input', { fields: [{ name: 'cMotivo', reason: 'missing' }] });
    await insertAction(tx, {
      ...action,
      facts: { tickets: tickets.length, printed: tickets.map(({ id }) => startOfTicketId(ticketNumber(id))).join(' ') },
    });
    return { prints: facts.prints + 1 };
  });
}
