import type { LanguageCode } from '@butaca/brand/languages';
import { getOrder, type OrderPerformance, Refusal, type ReplacedTicket, type Ticket, wireNameOf } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { presentChanges } from '../catalogue/index.ts';
import { textsOf } from '../texts/index.ts';
import { findOrders, findPerformances, type OrderPerformanceRow, type OrderRow, type ReplacedTicketRow } from './queries.ts';
import { type TicketCodes, ticketNumber } from './ticket-code.ts';

/** A paid purchase with its tickets, as it is printed, mailed and shown. It has the id of its purchase. */
export interface OrderRecord extends OrderRow {
  readonly performances: readonly OrderPerformanceRow[];
}

/** An order whose buyer can be written to. */
export type AddressedOrder = OrderRecord & { readonly buyer: NonNullable<OrderRecord['buyer']> };

/** Orders in the order of the given ids; a purchase that is not paid is left out. */
export async function readOrders(db: Db | Tx, ids: readonly string[]): Promise<OrderRecord[]> {
  const rows = new Map((await findOrders(db, ids)).map((row) => [row.id, row]));
  const wanted = new Set([...rows.values()].flatMap(performancesOf));
  const performances = wanted.size === 0 ? [] : await findPerformances(db, [...wanted]);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const own = new Set(performancesOf(row));
    return [{ ...row, performances: performances.filter((performance) => own.has(performance.id)) }];
  });
}

/** Those of its tickets, and those that its products are for. */
const performancesOf = ({ tickets, products }: Pick<OrderRow, 'tickets' | 'products'>): number[] =>
  [...tickets, ...products].map(({ performanceId }) => performanceId);

/** Undefined when it is not paid. */
export const readOrder = async (db: Db | Tx, id: string): Promise<OrderRecord | undefined> => (await readOrders(db, [id]))[0];

/** The name on the tickets. For a counter's sale the customer is the clerk, so it is the name that the buyer gave, or null. */
export const holderOf = ({ channel, holder, buyer }: Pick<OrderRecord, 'channel' | 'holder' | 'buyer'>): string | null =>
  channel === 'box_office' ? holder : buyer && `${buyer.firstName} ${buyer.lastName}`;

/** The price type as tickets say it, with the promotion it was bought by. */
export const priceTypeOnTicket = (
  { priceTypeName, promotion, asksDocument }: Pick<OrderRecord['tickets'][number], 'priceTypeName' | 'promotion' | 'asksDocument'>,
  language: LanguageCode,
): string =>
  promotion === null
    ? priceTypeName
    : `${priceTypeName} · ${asksDocument ? textsOf(language).tickets('asksDocument', { promotion }) : promotion}`;

/** Whether the buyer gets files: not for tickets to be fetched at the box office, unless the box office sold them. */
export const mayBeCarried = ({ channel, delivery }: Pick<OrderRecord, 'channel' | 'delivery'>): boolean =>
  channel === 'box_office' || delivery?.kind === 'eticket';

/** Tickets of one document and of one answer: half a second of drawing, and 1 MB. */
export const TICKETS_PER_PART = 40;

export const partCount = ({ tickets }: Pick<OrderRecord, 'tickets'>): number => Math.max(1, Math.ceil(tickets.length / TICKETS_PER_PART));

/** An order with the tickets and performances of one of its parts; refuses a part that it does not have. */
export function partOf<Order extends OrderRecord>(order: Order, part: number): Order {
  if (part > partCount(order))
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(getOrder.query, 'part'), reason: 'invalid' }] });
  const tickets = order.tickets.slice((part - 1) * TICKETS_PER_PART, part * TICKETS_PER_PART);
  // Products are with the first part.
  const products = part === 1 ? order.products : [];
  const own = new Set(performancesOf({ tickets, products }));
  return { ...order, tickets, products, performances: order.performances.filter(({ id }) => own.has(id)) };
}

/** Tickets as their buyer sees them; with `codes`, those that can be entered with have theirs. */
export function presentTickets(order: OrderRecord, codes: TicketCodes | null): Ticket[] {
  const signs = mayBeCarried(order) ? codes : null;
  return order.tickets.map((ticket) => {
    const { placeId: _, net: __, discount: ___, row, seat, promotion, asksDocument, nomination, ...rest } = ticket;
    return {
      ...rest,
      number: ticketNumber(ticket.id),
      ...(row === null ? {} : { row }),
      ...(seat === null ? {} : { seat }),
      ...(promotion === null ? {} : { promotion }),
      ...(asksDocument ? { asksDocument } : {}),
      ...(nomination === null ? {} : { nomination }),
      ...(signs && ticket.state === 'valid' ? { code: signs.sign(ticket) } : {}),
    };
  });
}

const presentRule = ({ untilMs: until, isOpen, oncePerDocument }: NonNullable<OrderPerformanceRow['nominations']>) => ({
  until,
  isOpen,
  oncePerDocument,
});

/** Tickets of one order that others stand for, each with the last one of them. */
export function presentReplaced(rows: readonly ReplacedTicketRow[]): ReplacedTicket[] {
  const next = new Map(rows.map(({ id, replacedBy }) => [id, replacedBy]));
  const lastFor = (id: string): string | null => {
    const by = next.get(id);
    return by === undefined ? id : by && lastFor(by);
  };
  return rows.map(({ id, performanceId, sectorName, row, seat }) => {
    const last = lastFor(id);
    return {
      ...{ number: ticketNumber(id), performanceId, sectorName },
      ...(row === null ? {} : { row }),
      ...(seat === null ? {} : { seat }),
      ...(last === null ? {} : { replacedBy: ticketNumber(last) }),
    };
  });
}

/** When and where; the next one first. */
export async function presentOrderPerformances(db: Db, ids: readonly number[]): Promise<OrderPerformance[]> {
  const rows = await findPerformances(db, ids);
  return rows.map(({ id, startsAt, timeZone, durationMinutes, venueName, venueAddress, nominations, movedFrom, ...row }) => ({
    id,
    startsAt: startsAt.epochMilliseconds,
    timeZone,
    ...(durationMinutes === null ? {} : { durationMinutes }),
    venueName,
    ...(venueAddress === null ? {} : { venueAddress }),
    ...presentChanges(row),
    ...(movedFrom === null ? {} : { movedFrom: movedFrom.epochMilliseconds }),
    ...(nominations === null ? {} : { nominations: presentRule(nominations) }),
  }));
}
