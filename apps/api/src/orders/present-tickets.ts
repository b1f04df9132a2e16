import type { OrderPerformance, Ticket } from '@butaca/contract';
import type { Db } from '#db/connect';
import { findPerformances } from './queries.ts';
import type { OrderRecord } from './read-order.ts';
import type { TicketCodes } from './ticket-code.ts';
import { ticketNumber } from './ticket-number.ts';

/** Tickets to be fetched at the box office are given out there; what it sells itself, it gives out itself. */
export const mayBeCarried = ({ channel, delivery }: Pick<OrderRecord, 'channel' | 'delivery'>): boolean =>
  channel === 'box_office' || delivery?.kind === 'eticket';

/** Tickets as their buyer sees them; with `codes`, those that can be entered with have theirs. */
export function presentTickets(order: OrderRecord, codes: TicketCodes | null): Ticket[] {
  const signs = mayBeCarried(order) ? codes : null;
  return order.tickets.map((ticket) => {
    const { placeId: _, net: __, row, seat, ...rest } = ticket;
    return {
      ...rest,
      number: ticketNumber(ticket.id),
      ...(row === null ? {} : { row }),
      ...(seat === null ? {} : { seat }),
      ...(signs && ticket.state === 'valid' ? { code: signs.sign(ticket) } : {}),
    };
  });
}

/** When and where; the next one first. */
export async function presentOrderPerformances(db: Db, ids: readonly number[]): Promise<OrderPerformance[]> {
  const rows = await findPerformances(db, ids);
  return rows.map(({ id, startsAt, timeZone, durationMinutes, venueName, venueAddress }) => ({
    id,
    startsAt: startsAt.epochMilliseconds,
    timeZone,
    ...(durationMinutes === null ? {} : { durationMinutes }),
    venueName,
    ...(venueAddress === null ? {} : { venueAddress }),
  }));
}
