import ical, { ICalCalendarMethod } from 'ical-generator';
import type { OrderRecord } from '../orders/index.ts';
import type { Sender } from './welcome-mail.ts';

/** Not every show says how long it lasts; calendars want an end. */
const USUAL_MINUTES = 120;

/** The performances of an order for a calendar (RFC 5545), as moments: they stay right wherever they are read. The same file whenever it is made. */
export function calendarOf(order: OrderRecord, { brandName, publicOrigin }: Sender, orderLink: string): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: brandName, product: 'Entradas', language: 'ES' },
  });
  for (const { id, showName, startsAt, durationMinutes, venueName, venueAddress } of order.performances) {
    calendar.createEvent({
      id: `${order.id}.${id}@${new URL(publicOrigin).hostname}`,
      stamp: new Date(order.paidAt.epochMilliseconds),
      start: new Date(startsAt.epochMilliseconds),
      end: new Date(startsAt.add({ minutes: durationMinutes ?? USUAL_MINUTES }).epochMilliseconds),
      summary: showName,
      location: [venueName, venueAddress].filter(Boolean).join(', '),
      url: orderLink,
    });
  }
  return calendar.toString();
}
