import { getTicketsFile } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { serveFile } from '#http/serve';
import { TicketPrinter } from './documents/ticket-printer.ts';
import { type TicketsFileWorld, ticketsFile } from './tickets-file.ts';

/** Tickets to print or to keep. */
export async function ticketRoutes(app: FastifyInstance, world: Omit<TicketsFileWorld, 'printer'>) {
  const printer = new TicketPrinter();
  app.addHook('onClose', () => printer.close());
  serveFile(app, getTicketsFile, ({ params, session }) =>
    ticketsFile({ ...world, printer }, { ...params, customerId: session.customerId }),
  );
}
