import type { Order } from '@butaca/contract';

/** Of a show that does not say how long it is. */
const USUAL_MINUTES = 120;
const LINE_OCTETS = 75;

/** An iCalendar file (RFC 5545) with an event for each performance of the order, the same ones as in its mail; `page` is the order's own address. */
export function calendarFile(order: Order, { page, now }: { page: string; now: number }): File {
  const events = order.performances.flatMap(({ id, startsAt, durationMinutes = USUAL_MINUTES, venueName, venueAddress }) => {
    const show = order.purchase.performances.find((performance) => performance.id === id)?.show?.name ?? venueName;
    return [
      'BEGIN:VEVENT',
      `UID:${order.id}.${id}@${new URL(page).hostname}`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(startsAt)}`,
      `DTEND:${utc(startsAt + durationMinutes * 60_000)}`,
      `SUMMARY:${escaped(show)}`,
      `LOCATION:${escaped([venueName, venueAddress].filter(Boolean).join(', '))}`,
      `URL:${page}`,
      'END:VEVENT',
    ];
  });
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Butaca//Entradas//ES', 'METHOD:PUBLISH', ...events, 'END:VCALENDAR'];
  return new File([lines.map((line) => `${folded(line)}\r\n`).join('')], 'funcion.ics', { type: 'text/calendar;charset=utf-8' });
}

/** `20261127T233000Z`. */
const utc = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Long lines go on after a break and a space, never within a character. */
function folded(line: string): string {
  const octets = (text: string) => new TextEncoder().encode(text).length;
  let written = '';
  let room = LINE_OCTETS;
  for (const character of line) {
    const size = octets(character);
    if (size > room) {
      written += '\r\n ';
      room = LINE_OCTETS - 1;
    }
    written += character;
    room -= size;
  }
  return written;
}
