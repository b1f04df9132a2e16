import type { LanguageCode } from '@butaca/brand/languages';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { textsOf } from '../../texts/index.ts';
import { holderOf, type OrderRecord, priceTypeOnTicket } from '../order.ts';
import { type TicketCodes, ticketNumber } from '../ticket-code.ts';
import { documentName } from './wording.ts';

/** The contents of one printed ticket; amounts in minor units. */
export interface TicketSheet {
  readonly number: string;
  /** What its QR holds. */
  readonly code: string;
  /** Of its poster. */
  readonly performanceId: number;
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
  /** Of who enters, `DNI 30111222`; null where the show asks for no names, or nobody was named. */
  readonly document: string | null;
  readonly price: number;
  readonly net: number;
  /** For people: `7KM-4PX-9TH`. */
  readonly orderNumber: string;
  /** What the whole order cost; on its first ticket alone, for the others may be somebody else's: null there. */
  readonly orderTotal: number | null;
  /** Position among the tickets of its order, from 1. */
  readonly turn: number;
  readonly outOf: number;
  /** What was bought beside the tickets, as `2 × Remera, M`; on the first ticket of the order alone. */
  readonly products: readonly string[];
  readonly paidAt: Temporal.Instant;
}

/** The valid ones of these tickets of an order, all of them unless given, ready to print, in the order's order. */
export function sheetsOf(order: OrderRecord, codes: TicketCodes, language: LanguageCode, tickets = order.tickets): TicketSheet[] {
  const performances = new Map(order.performances.map((performance) => [performance.id, performance]));
  const valid = order.tickets.filter(({ state }) => state === 'valid');
  const printed = new Set(tickets);
  return valid.flatMap((ticket, index) => {
    if (!printed.has(ticket)) return [];
    const performance = performances.get(ticket.performanceId);
    if (!performance) return [];
    const { showName, startsAt, timeZone, venueName, venueAddress } = performance;
    const { sectorName, row, seat, final, net, nomination } = ticket;
    return {
      number: ticketNumber(ticket.id),
      code: codes.sign(ticket),
      performanceId: performance.id,
      ...{ showName, startsAt, timeZone, venueName, venueAddress, sectorName, row, seat, net },
      priceTypeName: priceTypeOnTicket(ticket, language),
      price: final,
      holder: nomination ? `${nomination.firstName} ${nomination.lastName}` : (holderOf(order) ?? textsOf(language).tickets('bearer')),
      document: nomination && `${documentName(nomination.documentType, language)} ${nomination.documentNumber}`,
      orderNumber: formatOrderNumber(order.number),
      orderTotal: index === 0 ? order.totals.total : null,
      turn: index + 1,
      outOf: valid.length,
      products: index === 0 ? order.products.map(productText) : [],
      paidAt: order.paidAt,
    };
  });
}

const productText = ({ quantity, name, variantName }: OrderRecord['products'][number]): string =>
  `${quantity} × ${[name, variantName].filter(Boolean).join(', ')}`;
