export { sheetsOf } from './documents/ticket-sheet.ts';
export { ticketsPdf } from './documents/tickets-pdf.ts';
export { type DocumentBrand, documentBrand, longDate, priceText } from './documents/wording.ts';
export { fileWord } from './file-word.ts';
export {
  type AddressedOrder,
  holderOf,
  mayBeCarried,
  type OrderRecord,
  partCount,
  partOf,
  presentOrderPerformances,
  presentTickets,
  priceTypeOnTicket,
  readOrder,
  readOrders,
  TICKETS_PER_PART,
} from './order.ts';
export {
  findOrderTickets,
  findUsedTickets,
  issueTickets,
  lockOrderTickets,
  type OrderTicketRow,
  replaceTickets,
  voidTickets,
} from './queries.ts';
export { deleteNominations, findNominations, forgetNominations } from './queries-nominations.ts';
export { ticketRoutes } from './routes.ts';
export { startOfTicketId, type TicketCodes, ticketCodes } from './ticket-code.ts';
