export interface CalendarEvent {
  /** The id of the performance. */
  readonly id: number;
  readonly showName: string;
  /** In epoch milliseconds. */
  readonly startsAt: number;
  readonly durationMinutes?: number | null | undefined;
  readonly venueName: string;
  readonly venueAddress?: string | null | undefined;
  /** `Platea · Fila 3 · Asiento 12`, of each ticket. */
  readonly places?: readonly string[];
  readonly page?: string;
  /** Counts its changes from 1, so that a program knows which of two files is the later one. */
  readonly revision?: number | undefined;
  /** Of its last change, in epoch milliseconds. */
  readonly changedAt?: number | undefined;
  readonly isCancelled?: boolean | undefined;
}

interface TicketOfEvent {
  readonly performanceId: number;
  readonly sectorName: string;
  readonly row?: string | null | undefined;
  readonly seat?: string | null | undefined;
  readonly state: 'valid' | 'void';
}

/** The places of an order's valid tickets for a performance, in the words of the reader. */
export const placesOf = (tickets: readonly TicketOfEvent[], performanceId: number, words: { row: string; seat: string }): string[] =>
  tickets
    .filter((ticket) => ticket.performanceId === performanceId && ticket.state === 'valid')
    .map(({ sectorName, row, seat }) =>
      [sectorName, row && `${words.row} ${row}`, seat && `${words.seat} ${seat}`].filter(Boolean).join(' · '),
    );

export interface CalendarOptions {
  /** What the ids of its events begin with: an order's, or a word. */
  readonly calendarId: string;
  /** Where an event is shown that has no page of its own; its host makes the ids of events unique. */
  readonly page: string;
  /** In epoch milliseconds; equal calendars are equal files. */
  readonly stampedAt: number;
  /** Of a calendar that programs subscribe to, and read again every hour (RFC 7986). */
  readonly name?: string;
}

/** Not every show says how long it is; calendars want an end. */
const USUAL_MINUTES = 120;
const LINE_OCTETS = 75;

/** An iCalendar file (RFC 5545) with an event for each performance, as moments: they are right in every time zone. */
export function calendarOf(events: readonly CalendarEvent[], { calendarId, page: usualPage, stampedAt, name }: CalendarOptions): string {
  const host = new URL(usualPage).hostname;
  const entries = events.flatMap(
    ({ id, showName, startsAt, durationMinutes, venueName, venueAddress, places = [], page = usualPage, revision = 1, ...now }) => [
      'BEGIN:VEVENT',
      `UID:${calendarId}.${id}@${host}`,
      `DTSTAMP:${utc(Math.max(stampedAt, now.changedAt ?? 0))}`,
      `SEQUENCE:${revision - 1}`,
      ...(now.changedAt === undefined ? [] : [`LAST-MODIFIED:${utc(now.changedAt)}`]),
      `STATUS:${now.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
      `DTSTART:${utc(startsAt)}`,
      `DTEND:${utc(startsAt + (durationMinutes ?? USUAL_MINUTES) * 60_000)}`,
      `SUMMARY:${escaped(showName)}`,
      `LOCATION:${escaped([venueName, venueAddress].filter(Boolean).join(', '))}`,
      ...(places.length > 0 ? [`DESCRIPTION:${escaped(places.join('\n'))}`] : []),
      `URL:${page}`,
      'END:VEVENT',
    ],
  );
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Butaca//Entradas//ES',
    'METHOD:PUBLISH',
    // The second of each pair is what programs knew before the standard had a name for it.
    ...(name === undefined
      ? []
      : [`NAME:${escaped(name)}`, `X-WR-CALNAME:${escaped(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']),
    ...entries,
    'END:VCALENDAR',
  ];
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
