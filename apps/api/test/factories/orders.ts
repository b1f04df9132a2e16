import { createHash } from 'node:crypto';
import { brandName } from '@butaca/contract/rules/card-brands';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import type { TicketSheet } from '../../src/orders/documents/ticket-sheet.ts';
import type { DocumentBrand } from '../../src/orders/documents/wording.ts';
import type { AddressedOrder, OrderRecord } from '../../src/orders/index.ts';
import { ticketCodes } from '../../src/orders/ticket-code.ts';

export const codes = ticketCodes([Buffer.alloc(32, 7).toString('base64url')]);

/** The same id for the same words. */
const idOf = (words: string) => createHash('md5').update(words).digest('base64url');

export const documentBrand: DocumentBrand = {
  name: 'Butaca',
  language: 'es',
  accent: '#b3261e',
  locale: { price: 'es-AR', currency: 'ARS', decimals: 0 },
  showsNet: true,
};

/** Of mails whose pictures do not matter. */
const noPictures = { posters: new Map(), codes: new Map() };
export const ticketsWorld = { codes, brand: documentBrand, cardName: brandName, pictures: noPictures };

export const aTicket = (given: Partial<OrderRecord['tickets'][number]> = {}): OrderRecord['tickets'][number] => ({
  id: idOf(`ticket ${given.seat ?? 12}`),
  performanceId: 31,
  placeId: 1204,
  state: 'valid',
  sectorName: 'Platea',
  row: 'F',
  seat: '12',
  priceTypeName: 'General',
  promotion: null,
  asksDocument: false,
  discount: 0,
  final: 4_250_000,
  net: 3_512_400,
  nomination: null,
  ...given,
});

/** Two seats for one evening, paid by card. */
export const anOrder = (given: Partial<AddressedOrder> = {}): AddressedOrder => ({
  id: idOf('order'),
  number: 507_219_004_377,
  customerId: idOf('customer'),
  channel: 'online',
  language: null,
  paidAt: Temporal.Instant.from('2026-11-21T15:00:00Z'),
  buyer: {
    firstName: 'Julia',
    lastName: 'Paredes',
    email: 'julia@correo.example',
    accountEmail: 'julia@correo.example',
    documentType: 'DNI',
    documentNumber: '30123456',
  },
  holder: null,
  totals: {
    tickets: 7_400_000,
    serviceCharge: 1_100_000,
    antiFraudQr: 0,
    delivery: 0,
    products: 0,
    discounts: 0,
    total: 8_500_000,
    net: 7_024_800,
  },
  delivery: { kind: 'eticket', name: 'E-ticket' },
  products: [],
  payment: { brand: 'visa', lastFour: '4905', instalments: 3, fromBalance: 0, firstCard: null },
  performances: [
    {
      id: 31,
      showName: 'Bodas de sangre',
      startsAt: Temporal.Instant.from('2026-11-27T23:30:00Z'),
      timeZone: 'America/Argentina/Buenos_Aires',
      venueName: 'Teatro Alborada',
      venueAddress: 'Pasaje de los Telones 80, Buenos Aires',
      venueTransport: 'Subte línea V, estación Telones.\n\nHay estacionamiento en Pasaje de los Telones 150.',
      durationMinutes: null,
      revision: 1,
      changedAt: null,
      isCancelled: false,
      movedFrom: null,
      nominations: null,
    },
  ],
  tickets: [aTicket(), aTicket({ seat: '14', placeId: 1205 })],
  ...given,
});

export const aSheet = (given: Partial<TicketSheet> = {}): TicketSheet => ({
  number: 'N1ZZ-CYD2-YFKH',
  code: codes.sign(aTicket()),
  performanceId: 31,
  showName: 'Bodas de sangre',
  startsAt: Temporal.Instant.from('2026-11-27T23:30:00Z'),
  timeZone: 'America/Argentina/Buenos_Aires',
  venueName: 'Teatro Alborada',
  venueAddress: 'Pasaje de los Telones 80, Buenos Aires',
  sectorName: 'Platea',
  row: 'F',
  seat: '12',
  priceTypeName: 'General',
  holder: 'Julia Paredes',
  document: null,
  price: 4_250_000,
  net: 3_512_400,
  orderNumber: formatOrderNumber(507_219_004_377),
  orderTotal: 8_500_000,
  turn: 1,
  outOf: 1,
  products: [],
  paidAt: Temporal.Instant.from('2026-11-21T15:00:00Z'),
  ...given,
});
