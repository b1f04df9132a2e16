import { getTicketsFile, Refusal, readCode as readCodeCall } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { serve, serveFile } from '#http/serve';
import { TicketPrinter } from './documents/ticket-printer.ts';
import { sheetsOf } from './documents/ticket-sheet.ts';
import type { PrintOptions } from './documents/tickets-pdf.ts';
import type { DocumentBrand } from './documents/wording.ts';
import { mayBeCarried, type OrderRecord, readOrder } from './order.ts';
import { findOwner } from './queries.ts';
import { readCode } from './read-code.ts';
import type { TicketCodes } from './ticket-code.ts';

/** Tickets to print or to keep, and their reading at the door. */
export async function ticketRoutes(app: FastifyInstance, world: Omit<TicketsFileWorld, 'printer'>) {
  const printer = new TicketPrinter();
  app.addHook('onClose', () => printer.close());
  serveFile(app, getTicketsFile, async ({ params, session, watch }) => {
    const file = await ticketsFile({ ...world, printer }, { ...params, customerId: session.customerId });
    watch.say('tickets-downloaded', { purchaseId: params.orderId, network: watch.network });
    return file;
  });
  serve(app, readCodeCall, async ({ body, session, idempotencyKey, watch }) => {
    const reading = await readCode(world, { ...body, door: body.door, readBy: session.customerId, sessionId: session.id, idempotencyKey });
    watch.say('ticket-read', { outcome: reading.result });
    return reading;
  });
}

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
}

/** The valid tickets of an order as a PDF with a name; `not_found` for another customer's order. */
async function ticketsFile({ db, codes, printer, brand }: TicketsFileWorld, { orderId, customerId, format }: TicketsFileRequest) {
  const [owner] = await findOwner(db, orderId);
  if (owner?.customerId !== customerId) throw new Refusal('not_found');
  const order = await readOrder(db, orderId);
  if (!order?.tickets.some(({ state }) => state === 'valid')) throw new Refusal('no_valid_tickets');
  if (!mayBeCarried(order)) throw new Refusal('tickets_at_box_office');
  return { name: fileName(order), bytes: await printer.print(sheetsOf(order, codes), { format, brand }) };
}

/** `entradas-hamlet-2026-11-27.pdf`: of the first performance. */
function fileName({ performances: [first] }: Pick<OrderRecord, 'performances'>): string {
  const show = fileWord(first?.showName ?? '');
  const day = first?.startsAt.toZonedDateTimeISO(first.timeZone).toPlainDate().toString();
  return `${['entradas', show, day].filter(Boolean).join('-')}.pdf`;
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
