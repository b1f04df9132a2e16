export { sheetsOf } from './documents/ticket-sheet.ts';
export { ticketsPdf } from './documents/tickets-pdf.ts';
export { type DocumentBrand, documentBrand, longDate } from './documents/wording.ts';
export {
  type AddressedOrder,
  holderOf,
  type OrderRecord,
  partCount,
  partOf,
  presentOrderPerformances,
  presentTickets,
  readOrder,
  readOrders,
  TICKETS_PER_PART,
} from './order.ts';
export { issueTickets } from './queries.ts';
export { fileWord, ticketRoutes } from './routes.ts';
export { type TicketCodes, ticketCodes } from './ticket-code.ts';
