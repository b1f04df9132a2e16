import { holderOf, type OrderRecord } from '../order.ts';
import { type TicketCodes, ticketNumber } from '../ticket-code.ts';
import { words } from './wording.ts';

/** The contents of one printed ticket; amounts in minor units. */
export interface TicketSheet {
  readonly number: string;
  /** What its QR holds. */
  readonly code: string;
  readonly showName: string;
  readonly startsAt: Temporal.Instant;
  readonly timeZone: string;
  readonly venueName: string;
  readonly venueAddress: string | null;
  readonly sectorName: string;
  readonly row: string | null;
  readonly seat: string | null;
  readonly priceTypeName: string;
  readonly holder: string;
  readonly price: number;
  readonly net: number;
  readonly orderId: string;
  /** Position among the tickets of its order, from 1. */
  readonly turn: number;
  readonly outOf: number;
  readonly paidAt: Temporal.Instant;
}

/** The valid ones of these tickets of an order, all of them unless given, ready to print, in the order's order. */
export function sheetsOf(order: OrderRecord, codes: TicketCodes, tickets = order.tickets): TicketSheet[] {
  const performances = new Map(order.performances.map((performance) => [performance.id, performance]));
  const valid = order.tickets.filter(({ state }) => state === 'valid');
  const printed = new Set(tickets);
  return valid.flatMap((ticket, index) => {
    if (!printed.has(ticket)) return [];
    const performance = performances.get(ticket.performanceId);
    if (!performance) return [];
    const { showName, startsAt, timeZone, venueName, venueAddress } = performance;
    const { sectorName, row, seat, priceTypeName, final, net } = ticket;
    return {
      number: ticketNumber(ticket.id),
      code: codes.sign(ticket),
      ...{ showName, startsAt, timeZone, venueName, venueAddress, sectorName, row, seat, priceTypeName, net },
      price: final,
      holder: holderOf(order) ?? words.bearer,
      orderId: order.id,
      turn: index + 1,
      outOf: valid.length,
      paidAt: order.paidAt,
    };
  });
}
