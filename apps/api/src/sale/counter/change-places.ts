import {
  type AnswerOf,
  type ChangeObstacle,
  type CounterSale,
  changePlaces as changeCall,
  type listOtherPlaces,
  Refusal,
  type SaleObstacle,
  wireNameOf,
} from '@butaca/contract';
import { has } from '@butaca/venue-map/bits';
import type { Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { withLockTimeout } from '#db/lock-timeout';
import { findOrderTickets, findUsedTickets, lockOrderTickets, type OrderTicketRow, replaceTickets } from '../../orders/index.ts';
import { mayTake } from '../claim/judge.ts';
import type { Stock } from '../live/stock.ts';
import { placeLabel } from '../price-purchase.ts';
import { moveDocuments } from '../promotions/queries-promotions.ts';
import { lockPurchase } from '../purchase.ts';
import { freed, freePlaces, lockPlacesOf, moveSoldHold, type PlaceChanges, selectClock, sellPlaces } from '../queries-places.ts';
import { findPurchases, type PurchaseRow, replacePriced, ticketIn } from '../queries-purchases.ts';
import { findRefundedPerformances, insertAction, type StaffRequest, useKeyOnce } from '../staff/queries-staff.ts';
import { placesSoldAgain } from '../staff/write-refund.ts';
import type { SaleWorld } from '../world.ts';
import { readCounterSale } from './counter-sales.ts';

interface ChangeRequest extends StaffRequest {
  readonly orderId: string;
  readonly changes: readonly { readonly ticketId: string; readonly placeId: number }[];
}

/** A ticket that moves, and where to. */
interface Move {
  readonly ticket: OrderTicketRow;
  readonly placeId: number;
}

/**
 * Moves tickets of a paid order to free places of their price level, for what was paid for them (decision 067). One transaction: the tickets
 * are void and others stand for them, their places are free by the rule for refunded ones, and the log has its line. A repeated click
 * changes nothing more.
 */
export async function changePlaces(world: SaleWorld, { orderId, changes, ...by }: ChangeRequest): Promise<CounterSale> {
  requireDistinct(changes);
  const { stock } = await ticketOf(world, orderId, changes[0]?.ticketId);
  const changed = await withLockTimeout(world.db, async (tx): Promise<PlaceChanges | null> => {
    const purchase = await lockPurchase(tx, orderId);
    const { performanceId } = stock.sale;
    const hold = purchase?.holds.find((each) => each.performanceId === performanceId);
    if (!purchase || !hold) throw new Refusal('not_found');
    const action = { ...by, verb: 'change_places', purchaseId: orderId, facts: { tickets: changes.length } } as const;
    if ((await useKeyOnce(tx, action)) === 'again') return null;
    // Locks leave in this order: purchases, then places, then tickets.
    const wanted = changes.map(({ placeId }) => placeId);
    const places = (await lockPlacesOf(tx, [{ performanceId, placeIds: [...hold.placeIds, ...wanted] }], 'wait')).get(performanceId);
    const tickets = await lockOrderTickets(tx, orderId);
    await insertAction(tx, action);
    const moves = await judgeMoves(tx, { purchase, stock, tickets, changes });
    const [[clock], performances] = await Promise.all([selectClock(tx).execute(), findRefundedPerformances(tx, [performanceId])]);
    requireGiven(performances[0]?.isOver ? performances[0].obstacle : null);
    // What is printed is looked up by place: one of a ticket that was refunded is not had a second time.
    const isOwn = (placeId: number) => ticketIn(purchase.priced, { performanceId, placeId }) !== undefined;
    const taken = wanted.filter((placeId) => isOwn(placeId) || !mayTake(places?.get(placeId), orderId, clock?.nowMs ?? 0));
    if (taken.length > 0) throw new Refusal('places_taken', { placeIds: taken });
    const left = placesSoldAgain(
      world.refunds,
      moves.map(({ ticket }) => ticket),
      performances,
    ).get(performanceId);
    const leftRows = (left ?? []).flatMap((placeId) => places?.get(placeId) ?? []);
    await freePlaces(
      tx,
      performanceId,
      leftRows.map(({ placeId }) => placeId),
    );
    const sold = await sellPlaces(
      tx,
      performanceId,
      wanted.map((placeId) => ({ placeId, purchaseId: orderId })),
    );
    await writeMoves(tx, { purchase, stock, moves });
    if (purchase.channel === 'online')
      await enqueue(
        tx,
        'send-tickets',
        { purchaseId: orderId, copy: by.click.key, isChange: true },
        { key: `send-tickets.${orderId}.${by.click.key}` },
      );
    return new Map([[performanceId, [...leftRows.map(freed), ...sold]]]);
  });
  if (changed) world.live.changedAll(changed);
  return readCounterSale(world, orderId, by.staffId);
}

/** The hold, the price with its places, and the tickets. */
async function writeMoves(
  tx: Tx,
  { purchase, stock, moves }: { readonly purchase: PurchaseRow; readonly stock: Stock; readonly moves: readonly Move[] },
): Promise<void> {
  const { performanceId } = stock.sale;
  const { priced } = purchase;
  if (!priced) throw new Error('a paid purchase has its price');
  const to = new Map(moves.map(({ ticket, placeId }) => [ticket.placeId, placeId]));
  const placeIds = purchase.holds.find((each) => each.performanceId === performanceId)?.placeIds ?? [];
  await moveDocuments(tx, performanceId, purchase.id, to);
  await moveSoldHold(tx, performanceId, { purchaseId: purchase.id, placeIds: placeIds.map((place) => to.get(place) ?? place) });
  await replaceTickets(
    tx,
    moves.map(({ ticket: { id, placeId: from }, placeId }) => ({
      ...{ performanceId, id, placeId, purchaseId: purchase.id },
      printed: ticketIn(priced, { performanceId, placeId: from }) ?? null,
    })),
  );
  const tickets = priced.tickets.map((ticket) => {
    const { row: _, seat: __, ...rest } = ticket;
    const placeId = ticket.performanceId === performanceId ? to.get(ticket.placeId) : undefined;
    return placeId === undefined ? ticket : { ...rest, placeId, ...placeLabel(stock, placeId) };
  });
  await replacePriced(tx, purchase.id, { ...priced, tickets });
}

interface JudgedFacts extends Pick<ChangeRequest, 'changes'> {
  readonly purchase: PurchaseRow;
  readonly stock: Stock;
  /** Locked. */
  readonly tickets: readonly OrderTicketRow[];
}

async function judgeMoves(tx: Tx, { purchase, stock, tickets, changes }: JudgedFacts): Promise<Move[]> {
  if (purchase.stage !== 'paid') throw obstacle('not_paid');
  requireGiven(stock.sale.obstacle('box_office'));
  const used = new Set((await findUsedTickets(tx, purchase.id)).map(({ id }) => id));
  return changes.map(({ ticketId, placeId }) => {
    const ticket = tickets.find(({ id, performanceId }) => id === ticketId && performanceId === stock.sale.performanceId);
    if (!ticket) throw new Refusal('not_found');
    if (ticket.state === 'void') throw obstacle('ticket_void');
    if (used.has(ticketId)) throw obstacle('ticket_used');
    const why = unequal(stock, ticket.placeId, placeId);
    if (why) throw obstacle(why);
    return { ticket, placeId };
  });
}

/** Why one place does not stand for another one; null when it does. */
function unequal(stock: Stock, from: number, to: number): 'other_price_level' | 'other_kind' | null {
  const level = stock.levelOf(to);
  if (!level || level.id !== stock.levelOf(from)?.id) return 'other_price_level';
  return kindOf(stock, from) === kindOf(stock, to) ? null : 'other_kind';
}

/** Places for wheelchairs and their companions stand for their like alone. */
const kindOf = ({ venue }: Stock, place: number) =>
  (['wheelchair', 'companion'] as const).find((trait) => venue.map.traits.get(place)?.includes(trait));

/** Places are changed as long as counters sell; a show that was taken off the billboard is given all the same. */
function requireGiven(reason: SaleObstacle | null): void {
  if (reason !== null && reason !== 'unlisted') throw new Refusal('not_on_sale', { reason });
}

const obstacle = (why: ChangeObstacle) => new Refusal('cannot_change_places', { obstacle: why });

function requireDistinct(changes: ChangeRequest['changes']): void {
  const isOnce = (values: readonly unknown[]) => new Set(values).size === values.length;
  if (isOnce(changes.map(({ ticketId }) => ticketId)) && isOnce(changes.map(({ placeId }) => placeId))) return;
  throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(changeCall.body, 'changes'), reason: 'invalid' }] });
}

interface TicketFacts {
  readonly ticket: OrderTicketRow;
  /** Of the order, this one among them. */
  readonly tickets: readonly OrderTicketRow[];
  /** Of its performance. */
  readonly stock: Stock;
}

async function ticketOf({ db, live }: Pick<SaleWorld, 'db' | 'live'>, orderId: string, ticketId: string | undefined): Promise<TicketFacts> {
  const tickets = await findOrderTickets(db, orderId);
  const ticket = tickets.find(({ id }) => id === ticketId);
  const stock = ticket && (await live.stocks.get(ticket.performanceId));
  if (!stock) throw new Refusal('not_found');
  return { ticket, tickets, stock };
}

/** What a ticket may be moved to, as far as this process knows. */
export async function findOtherPlaces(world: SaleWorld, orderId: string, ticketId: string): Promise<AnswerOf<typeof listOtherPlaces>> {
  const [{ ticket, tickets, stock }, [purchase]] = await Promise.all([
    ticketOf(world, orderId, ticketId),
    findPurchases(world.db, [orderId]),
  ]);
  requireGiven(stock.sale.obstacle('box_office'));
  const { performanceId } = stock.sale;
  const from = ticket.placeId;
  const own = tickets.filter((each) => each.performanceId === performanceId && each.state === 'valid');
  const free = (await world.live.get(performanceId)).snapshot.freeBits();
  const places = Array.from({ length: stock.venue.map.placeCount }, (_, placeId) => placeId).filter(
    (placeId) => has(free, placeId) && !unequal(stock, from, placeId) && !ticketIn(purchase?.priced ?? null, { performanceId, placeId }),
  );
  const rows = Map.groupBy(
    places.map((id) => ({ id, ...placeLabel(stock, id) })),
    ({ sectorId, row }) => `${sectorId} ${row ?? ''}`,
  );
  return {
    ticketIds: own.filter(({ placeId }) => !unequal(stock, from, placeId)).map(({ id }) => id),
    rows: [...rows.values()].map((some) => ({
      sectorName: some[0]?.sectorName ?? '',
      ...(some[0]?.row === undefined ? {} : { row: some[0].row }),
      places: (some[0]?.seat === undefined ? some.slice(0, own.length) : some).map(({ id, seat }) => ({
        id,
        ...(seat === undefined ? {} : { seat }),
        isRestricted: stock.venue.map.traits.get(id)?.includes('restricted-view') === true,
      })),
    })),
  };
}
