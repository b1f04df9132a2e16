import { getTicketsFile, Refusal, readCode as readCodeCall } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import type { FileAnswer } from '#http/replies';
import { type Session, serve, serveFile } from '#http/serve';
import type { Asker } from './documents/print-queue.ts';
import { TicketPrinter } from './documents/ticket-printer.ts';
import { sheetsOf } from './documents/ticket-sheet.ts';
import type { PrintOptions } from './documents/tickets-pdf.ts';
import type { DocumentBrand } from './documents/wording.ts';
import { mayBeCarried, type OrderRecord, partCount, partOf, readOrder } from './order.ts';
import { findOwner } from './queries.ts';
import { readCode } from './read-code.ts';
import type { TicketCodes } from './ticket-code.ts';

/** Tickets to print or to keep, and their reading at the door. */
export async function ticketRoutes(app: FastifyInstance, world: Omit<TicketsFileWorld, 'printer'>) {
  const printer = new TicketPrinter();
  app.addHook('onClose', () => printer.close());
  const { printSeconds } = app.watch.counts;
  serveFile(app, getTicketsFile, async ({ params, query, session, signal, watch }) => {
    const asker = askerOf(session);
    const startedAt = performance.now();
    const request = { ...params, ...query, customerId: session.customerId, asker, signal };
    const file = await ticketsFile({ ...world, printer }, request);
    printSeconds.of(asker.purpose).observe((performance.now() - startedAt) / 1000);
    watch.say('tickets-downloaded', { purchaseId: params.orderId, network: watch.network });
    return file;
  });
  serve(app, readCodeCall, async ({ body, session, idempotencyKey, watch }) => {
    const reading = await readCode(world, { ...body, door: body.door, readBy: session.customerId, sessionId: session.id, idempotencyKey });
    watch.say('ticket-read', { outcome: reading.result });
    return reading;
  });
}

/** A counter is one log-in of a clerk (C-09). */
const askerOf = ({ id, customerId, role }: Session): Asker =>
  role === 'box-office' ? { purpose: 'counter', person: id } : { purpose: 'customer', person: customerId };

interface TicketsFileWorld {
  readonly db: Db;
  readonly codes: TicketCodes;
  readonly printer: TicketPrinter;
  readonly brand: DocumentBrand;
}

interface TicketsFileRequest {
  readonly orderId: string;
  readonly customerId: string;
  readonly format: PrintOptions['format'];
  /** Of a long order, from 1. */
  readonly part?: number | undefined;
  readonly asker: Asker;
  readonly signal: AbortSignal | undefined;
}

/**
 * The valid tickets of an order, or of a part of a long one, as a PDF with a name; `not_found` for another customer's order. The
 * order is read when its turn at the printer has come: who asks for it a hundred times reads it once.
 */
async function ticketsFile({ db, codes, printer, brand }: TicketsFileWorld, request: TicketsFileRequest): Promise<FileAnswer> {
  const { orderId, customerId, format, asker, signal } = request;
  const [owner] = await findOwner(db, orderId);
  if (owner?.customerId !== customerId) throw new Refusal('not_found');
  return printer.print({
    asker,
    name: `${orderId} ${format} ${request.part ?? ''}`,
    signal,
    document: async () => {
      const order = await readOrder(db, orderId);
      if (!order?.tickets.some(({ state }) => state === 'valid')) throw new Refusal('no_valid_tickets');
      if (!mayBeCarried(order)) throw new Refusal('tickets_at_box_office');
      const part = request.part ?? (asker.purpose === 'counter' && partCount(order) <= MOST_PARTS_AT_ONCE ? 'all' : 1);
      const sheets = sheetsOf(order, codes, part === 'all' ? order.tickets : partOf(order, part).tickets);
      if (sheets.length === 0) throw new Refusal('no_valid_tickets');
      return { name: fileName(order, part), sheets, options: { format, brand } };
    },
  });
}

/** A counter's roll has all tickets of one sale, which are 200 at most today. */
const MOST_PARTS_AT_ONCE = 5;

/** `entradas-hamlet-2026-11-27.pdf`: of the first performance; with the part, if there are several. */
function fileName(order: OrderRecord, part: number | 'all'): string {
  const [first] = part === 'all' ? order.performances : partOf(order, part).performances;
  const show = fileWord(first?.showName ?? '');
  const day = first?.startsAt.toZonedDateTimeISO(first.timeZone).toPlainDate().toString();
  return `${['entradas', show, day, part !== 'all' && partCount(order) > 1 && `parte-${part}`].filter(Boolean).join('-')}.pdf`;
}

const LONGEST_FILE_WORD = 60;

/** `Bodas de sangre` as `bodas-de-sangre`, for letters that every file system and mail client takes; empty when none is left. */
export const fileWord = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_FILE_WORD)
    .replace(/^-|-$/g, '');
