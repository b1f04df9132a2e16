import type { Brand } from '@butaca/brand';
import {
  getNominationsFile,
  getOfficeTickets,
  getTicketsFile,
  nominate as nominateCall,
  Refusal,
  readCode as readCodeCall,
} from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import type { FileAnswer } from '#http/replies';
import { type Session, serve, serveFile } from '#http/serve';
import { type Posters, posterReader, type ReadPosters } from '../catalogue/index.ts';
import { textsOf } from '../texts/index.ts';
import type { DocumentPrinter } from './documents/document-printer.ts';
import type { Asker } from './documents/print-queue.ts';
import { sheetsOf } from './documents/ticket-sheet.ts';
import type { PrintOptions } from './documents/tickets-pdf.ts';
import type { DocumentBrand } from './documents/wording.ts';
import { doorList } from './door-list.ts';
import { fileWord } from './file-word.ts';
import { nominate } from './nominate.ts';
import { mayBeCarried, type OrderRecord, partCount, partOf, readOrder } from './order.ts';
import { type Buyer, buyerIn, isOwnedBy } from './owner.ts';
import { findOwner, findPrint } from './queries.ts';
import { readCode } from './read-code.ts';
import type { TicketCodes } from './ticket-code.ts';

/** Tickets to print or to keep, and their reading at the door. */
export async function ticketRoutes(app: FastifyInstance, given: Omit<TicketsFileWorld, 'readPosters'>) {
  const world: TicketsFileWorld = { ...given, readPosters: posterReader({ db: given.db, watch: app.watch }) };
  const { printSeconds } = app.watch.counts;
  serveFile(app, getTicketsFile, async ({ params, query, session, signal, watch }) => {
    const asker = askerOf(session);
    const startedAt = performance.now();
    const request = { ...params, ...query, buyer: buyerIn(session), asker, signal };
    const file = await ticketsFile(world, request);
    printSeconds.of(asker.purpose).observe((performance.now() - startedAt) / 1000);
    watch.say('tickets-downloaded', { purchaseId: params.orderId, network: watch.network });
    return file;
  });
  serveFile(app, getOfficeTickets, ({ params, session, signal }) =>
    ticketsFile(world, { ...params, format: 'a4', asker: { purpose: 'counter', person: session.id }, signal }),
  );
  serve(app, nominateCall, ({ params, body, session }) => nominate(world, { ...params, ...body, buyer: buyerIn(session) }));
  serveFile(app, getNominationsFile, ({ params }) => doorList(world.db, params.performanceId, world.brand.language));
  serve(app, readCodeCall, async ({ body, session, click, watch }) => {
    const reading = await readCode(world, { ...body, door: body.door, readBy: session.customerId, sessionId: session.id, click });
    watch.say('ticket-read', { outcome: reading.result });
    return reading;
  });
}

/** A counter is one log-in of a clerk (C-09). */
export const askerOf = ({ id, customerId, role }: Session): Asker =>
  role === 'box-office' ? { purpose: 'counter', person: id } : { purpose: 'customer', person: customerId };

interface TicketsFileWorld {
  readonly db: Db;
  readonly codes: TicketCodes;
  readonly printer: DocumentPrinter;
  readonly readPosters: ReadPosters;
  readonly brand: DocumentBrand;
  /** Which documents this deployment takes. */
  readonly people: Brand['people'];
}

interface TicketsFileRequest {
  readonly orderId: string;
  /** Left out by staff, who print what is fetched or brought home. */
  readonly buyer?: Buyer;
  readonly format: PrintOptions['format'];
  /** Of a long order, from 1. */
  readonly part?: number | undefined;
  readonly asker: Asker;
  readonly signal: AbortSignal | undefined;
}

/**
 * The valid tickets of an order, or of a part of a long one, as a PDF with a name; `not_found` for another customer's order. The
 * order is read when its turn at the printer has come: a hundred requests at once read it twice.
 */
async function ticketsFile({ db, codes, printer, readPosters, brand }: TicketsFileWorld, request: TicketsFileRequest): Promise<FileAnswer> {
  const { orderId, format, asker, signal } = request;
  const isOfStaff = request.buyer === undefined;
  if (!(await isAllowed(db, request))) throw new Refusal('not_found');
  return printer.print({
    asker,
    name: `${orderId} ${format} ${request.part ?? ''} ${isOfStaff ? 'staff' : ''}`,
    signal,
    document: async () => {
      const order = await readOrder(db, orderId);
      if (!order?.tickets.some(({ state }) => state === 'valid')) throw new Refusal('no_valid_tickets');
      if (isOfStaff && mayBeCarried(order)) throw new Refusal('not_the_next_step');
      if (asker.purpose === 'customer' && !mayBeCarried(order)) throw new Refusal('tickets_at_box_office');
      const part = request.part ?? (asker.purpose === 'counter' && partCount(order) <= MOST_PARTS_AT_ONCE ? 'all' : 1);
      const language = order.language ?? brand.language;
      const sheets = sheetsOf(order, codes, language, part === 'all' ? order.tickets : partOf(order, part).tickets);
      if (sheets.length === 0) throw new Refusal('no_valid_tickets');
      // A roll has no room for pictures.
      const posters: Posters = format === 'a4' ? await readPosters(sheets.map(({ performanceId }) => performanceId)) : new Map();
      return { name: fileName(order, part, { format, language }), sheets, options: { format, brand: { ...brand, language }, posters } };
    },
  });
}

/** A customer has their own; a counter has what it prints, and only after that was written down (decision 054). */
async function isAllowed(db: Db, { orderId, buyer }: TicketsFileRequest): Promise<boolean> {
  if (buyer?.channel === 'box_office') return (await findPrint(db, orderId, buyer.customerId)).length > 0;
  const [owner] = await findOwner(db, orderId);
  // The office prints what is sent or handed out, whoever bought it.
  return owner !== undefined && (buyer === undefined || isOwnedBy(owner, buyer));
}

/** A counter's roll has all tickets of one sale, which are 200 at most today. */
const MOST_PARTS_AT_ONCE = 5;

/** `entradas-hamlet-2026-11-27-7KM-4PX-9TH.pdf`, `ticket-…` for a roll: of the first performance; with the part, if there are several. */
function fileName(
  order: OrderRecord,
  part: number | 'all',
  { format, language }: Pick<PrintOptions, 'format'> & Pick<DocumentBrand, 'language'>,
): string {
  const { tickets: t } = textsOf(language);
  const [first] = part === 'all' ? order.performances : partOf(order, part).performances;
  const show = fileWord(first?.showName ?? '');
  const day = first?.startsAt.toZonedDateTimeISO(first.timeZone).toPlainDate().toString();
  const number = formatOrderNumber(order.number);
  return `${[t(format === 'a4' ? 'file' : 'file.roll'), show, day, number, part !== 'all' && partCount(order) > 1 && t('file.part', { part })].filter(Boolean).join('-')}.pdf`;
}
