import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { textsOf } from '../../texts/index.ts';
import { drawA4 } from './a4.ts';
import { drawReceipts } from './receipt.ts';
import type { TicketSheet } from './ticket-sheet.ts';
import type { DocumentBrand } from './wording.ts';

export interface PrintOptions {
  /** A page a ticket, or one roll of 80 mm with lines to cut along. */
  readonly format: 'a4' | 'receipt';
  readonly brand: DocumentBrand;
}

/** The same bytes for the same tickets, whenever it is made. Some ten milliseconds of CPU: off the main thread of the api, see `TicketPrinter`. */
export function ticketsPdf(sheets: readonly [TicketSheet, ...TicketSheet[]], { format, brand }: PrintOptions): Promise<Buffer> {
  const [first] = sheets;
  const paidAt = new Date(first.paidAt.epochMilliseconds);
  const document = new PDFDocument({
    autoFirstPage: false,
    // No font but ours: pdfkit would open Helvetica first.
    font: null as unknown as string,
    lang: brand.language,
    displayTitle: true,
    info: {
      Title: textsOf(brand.language).tickets('title', { count: sheets.length, show: first.showName }),
      Author: brand.name,
      Creator: brand.name,
      Producer: 'pdfkit',
      CreationDate: paidAt,
      ModDate: paidAt,
    },
  });
  if (format === 'a4') for (const sheet of sheets) drawA4(document, sheet, brand);
  else drawReceipts(document, sheets, brand);
  document.end();
  return buffer(document);
}
