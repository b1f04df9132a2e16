export { billPdf } from './documents/bill-pdf.ts';
export type { BillSheet } from './documents/bill-sheet.ts';
export { codePicture } from './documents/code-picture.ts';
export { DocumentPrinter } from './documents/document-printer.ts';
export type { Asker } from './documents/print-queue.ts';
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
  presentReplaced,
  presentTickets,
  priceTypeOnTicket,
  readOrder,
  readOrders,
  TICKETS_PER_PART,
} from './order.ts';
export { type Buyer, buyerIn, isOwnedBy } from './owner.ts';
export {
  findOrderTickets,
  findOwner,
  findReplacedTickets,
  findUsedTickets,
  issueTickets,
  lockOrderTickets,
  type OrderTicketRow,
  replaceTickets,
  voidTickets,
} from './queries.ts';
export { deleteNominations, findNominations, forgetNominations } from './queries-nominations.ts';
export { askerOf, ticketRoutes } from './routes.ts';
export { startOfTicketId, type TicketCodes, ticketCodes, ticketNumber } from './ticket-code.ts';
