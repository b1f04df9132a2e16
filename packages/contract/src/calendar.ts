export interface CalendarEvent {
  /** The id of the performance. */
  readonly id: number;
  readonly showName: string;
  /** In epoch milliseconds. */
  readonly startsAt: number;
  readonly durationMinutes?: number | null | undefined;
  readonly venueName: string;
  readonly venueAddress?: string | null | undefined;
}

export interface CalendarOptions {
  readonly orderId: string;
  /** Where the order is shown; its host makes the ids of events unique. */
  readonly page: string;
  /** In epoch milliseconds; equal calendars are equal files. */
  readonly stampedAt: number;
}

/** Not every show says how long it is; calendars want an end. */
const USUAL_MINUTES = 120;
const LINE_OCTETS = 75;

/** An iCalendar file (RFC 5545) with an event for each performance of an order, as moments: they are right in every time zone. */
export function calendarOf(events: readonly CalendarEvent[], { orderId, page, stampedAt }: CalendarOptions): string {
  const host = new URL(page).hostname;
  const entries = events.flatMap(({ id, showName, startsAt, durationMinutes, venueName, venueAddress }) => [
    'BEGIN:VEVENT',
    `UID:${orderId}.${id}@${host}`,
    `DTSTAMP:${utc(stampedAt)}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(startsAt + (durationMinutes ?? USUAL_MINUTES) * 60_000)}`,
    `SUMMARY:${escaped(showName)}`,
    `LOCATION:${escaped([venueName, venueAddress].filter(Boolean).join(', '))}`,
    `URL:${page}`,
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Butaca//Entradas//ES', 'METHOD:PUBLISH', ...entries, 'END:VCALENDAR'];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** `20261127T233000Z`. */
const utc = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

const octets = (text: string) => new TextEncoder().encode(text).length;

/** A long line continues after a break and a space, which never split a character. */
function folded(line: string): string {
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
