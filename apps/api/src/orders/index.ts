export { type DocumentBrand, documentBrand } from './documents/document-brand.ts';
export { holderOf, sheetsOf } from './documents/ticket-sheet.ts';
export { ticketsPdf } from './documents/tickets-pdf.ts';
export { longDate } from './documents/wording.ts';
export { issueTickets } from './issue-tickets.ts';
export { presentOrderPerformances, presentTickets } from './present-tickets.ts';
export { type OrderRecord, readOrder, readOrders } from './read-order.ts';
export { ticketRoutes } from './routes.ts';
export { type TicketCodes, ticketCodes } from './ticket-code.ts';
