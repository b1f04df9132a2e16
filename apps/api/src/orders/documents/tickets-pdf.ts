import type { Posters } from '../../catalogue/index.ts';
import { textsOf } from '../../texts/index.ts';
import { drawA4 } from './a4.ts';
import { drawReceipts } from './receipt.ts';
import { endPdf, taggedPdf } from './tagged-pdf.ts';
import type { TicketSheet } from './ticket-sheet.ts';
import type { DocumentBrand } from './wording.ts';

export interface PrintOptions {
  /** A page a ticket, or one roll of 80 mm with lines to cut along. */
  readonly format: 'a4' | 'receipt';
  readonly brand: DocumentBrand;
  /** For pages of A4; where a show has none there is a curtain. */
  readonly posters?: Posters;
}

/** The same bytes for the same tickets, whenever it is made. Some ten milliseconds of CPU: off the main thread of the api, see `DocumentPrinter`. */
export function ticketsPdf(
  sheets: readonly [TicketSheet, ...TicketSheet[]],
  { format, brand, posters = new Map() }: PrintOptions,
): Promise<Buffer> {
  const [first] = sheets;
  const { document, read } = taggedPdf({
    language: brand.language,
    title: textsOf(brand.language).tickets('title', { count: sheets.length, show: first.showName }),
    author: brand.name,
    dated: new Date(first.paidAt.epochMilliseconds),
  });
  if (format === 'a4') for (const sheet of sheets) read.add(drawA4(document, sheet, brand, posters.get(sheet.performanceId)));
  else for (const receipt of drawReceipts(document, sheets, brand)) read.add(receipt);
  return endPdf(document);
}
