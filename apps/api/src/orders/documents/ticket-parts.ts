import type PDFDocument from 'pdfkit';
import { type Part, partsOf } from './tagged-pdf.ts';

/** What a screen reader reads of a ticket, in this order on every paper. Its place is a heading: tickets of one show differ in it. */
const PARTS = {
  seller: 'P',
  turn: 'P',
  show: 'H1',
  date: 'P',
  wayThere: 'P',
  venue: 'P',
  address: 'P',
  place: 'H2',
  holder: 'P',
  priceType: 'P',
  price: 'P',
  net: 'P',
  number: 'P',
  order: 'P',
  orderTotal: 'P',
  code: 'Figure',
  door: 'P',
  products: 'H2',
  productList: 'P',
  productNote: 'P',
  before: 'H2',
  'rule.early': 'P',
  'rule.cancelled': 'P',
  'rule.questions': 'P',
} as const;

export type TicketParts = Readonly<Record<keyof typeof PARTS, Part>>;

export const ticketParts = (document: InstanceType<typeof PDFDocument>): TicketParts => partsOf(document, PARTS);
