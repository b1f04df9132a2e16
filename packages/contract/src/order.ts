import * as z from 'zod/mini';
import { Bill } from './bill.ts';
import { DeliveryPoint } from './delivery.ts';
import { DeliveryKind, DeliveryState } from './delivery-rule.ts';
import type { Endpoint } from './endpoint.ts';
import { Nomination } from './nomination.ts';
import { NominationRule } from './nomination-rule.ts';
import { callOff, FirstCard, isUnproven, PaymentKind, PlacesOffer, performanceCancelled, slowPayment } from './payment.ts';
import { changesOfEvent, PerformanceDate } from './performance-date.ts';
import { Purchase, PurchaseTotals } from './purchase.ts';
import { Reissue } from './reissue-rule.ts';
import { CatalogueId, Instant, Money, OpaqueId, openEnum, Text, Typed, wireEnum, YesNo } from './scalars.ts';
import { UndeliveredMail } from './undelivered.ts';
import { wireObject } from './wire.ts';

/** The right to enter once, at one place (EN-115..117). */
export const Ticket = wireObject({
  id: ['idEntrada', OpaqueId],
  /** For people, to read out and to type: `XXXX-XXXX-XXXX`. */
  number: ['cNumero', Text],
  performanceId: ['idFuncion', CatalogueId],
  sectorName: ['cSectorNombre', Text],
  /** Absent where places have no number; a row's label may be a word such as "Palco 3". */
  row: ['cFila', z.optional(Text)],
  seat: ['cAsiento', z.optional(Text)],
  priceTypeName: ['cTarifaNombre', Text],
  /** Name of the promotion it was bought with. */
  promotion: ['cPromocion', z.optional(Text)],
  /** The door asks for the document that the promotion was given for. */
  asksDocument: ['lPideDocumento', z.optional(YesNo)],
  /** Charges and taxes included. */
  final: ['fPrecioFinal', Money],
  state: ['cEstado', wireEnum({ valid: 'VALIDA', void: 'ANULADA' })],
  /** Who enters with it, where its show asks for names; a void ticket has none. */
  nomination: ['oNominacion', z.optional(Nomination)],
  /** What its QR holds; of a valid ticket that its buyer may carry, and not in lists. */
  code: ['cCodigo', z.optional(Text)],
});
export type Ticket = z.output<typeof Ticket>;

/** A ticket that another one of the order stands for, as it was printed. */
export const ReplacedTicket = wireObject({
  number: ['cNumero', Text],
  performanceId: ['idFuncion', CatalogueId],
  sectorName: ['cSectorNombre', Text],
  row: ['cFila', z.optional(Text)],
  seat: ['cAsiento', z.optional(Text)],
  /** The number of the ticket that stands for it now, which may be void as well; absent where that is not known. */
  replacedBy: ['cNumeroActual', z.optional(Text)],
});
export type ReplacedTicket = z.output<typeof ReplacedTicket>;

/** Which performance an order is of, as staff name it. */
export const SoldPerformance = wireObject({
  id: ['idFuncion', CatalogueId],
  showName: ['cEspectaculoCartelNombre', Text],
  venueName: ['cEstablecimientoNombre', z.optional(Text)],
  date: ['oFuncionFecha', PerformanceDate],
});
export type SoldPerformance = z.output<typeof SoldPerformance>;

/** When and where, as a calendar needs it. */
export const OrderPerformance = wireObject({
  id: ['idFuncion', CatalogueId],
  startsAt: ['dFuncion', Instant],
  timeZone: ['cZonaHoraria', Text],
  durationMinutes: ['nDuracionMinutos', z.optional(z.int())],
  venueName: ['cEstablecimientoNombre', Text],
  venueAddress: ['cDomicilio', z.optional(Text)],
  ...changesOfEvent,
  /** When it was to start before it moved for the last time. */
  movedFrom: ['dFuncionAnterior', z.optional(Instant)],
  /** Where its show asks for a name and a document on every ticket. */
  nominations: ['oNominaciones', z.optional(NominationRule)],
});
export type OrderPerformance = z.output<typeof OrderPerformance>;

const states = {
  paid: 'PAGADA',
  reserved: 'RESERVADA',
  reservation_expired: 'RESERVA_VENCIDA',
  reservation_cancelled: 'RESERVA_CANCELADA',
  pending: 'PENDIENTE',
  offered: 'OFRECIDA',
  returning: 'EN_DEVOLUCION',
  /** Nothing was paid in the end. */
  cancelled: 'CANCELADA',
  refunded: 'DEVUELTA',
} as const;
export type KnownOrderState = keyof typeof states;

export const isKnownOrderState = (state: string): state is KnownOrderState => Object.hasOwn(states, state);

const ownStates = new Map<string, string>(Object.entries(states).map(([own, wire]) => [wire, own]));

/** One that is not known here keeps the word it came with, to be shown as it is (EN-113). */
export const OrderState = z.codec(Text, Text, {
  decode: (wire) => ownStates.get(wire) ?? wire,
  encode: (own) => (isKnownOrderState(own) ? states[own] : own),
});

/** Which of the parts of an order that is too long for one document and one answer, from 1. */
const PartNumber = z.codec(z.string().check(z.regex(/^[1-9]\d{0,3}$/)), z.int(), { decode: Number, encode: String });
const partInQuery = wireObject({ part: ['nParte', z.optional(PartNumber)] });

/** How its tickets reach the buyer, and how far they are. */
export const OrderDelivery = wireObject({
  kind: ['cTipo', DeliveryKind],
  name: ['cNombre', Text],
  /** Where to fetch them. */
  point: ['oPunto', z.optional(DeliveryPoint)],
  /** Where they are brought. */
  address: ['cDomicilio', z.optional(Text)],
  /** What staff did last; absent while they have done nothing. */
  state: ['cEstado', z.optional(DeliveryState)],
  stateAt: ['dEstado', z.optional(Instant)],
});
export type OrderDelivery = z.output<typeof OrderDelivery>;

/** Money of an order that went back, or is on its way. */
export const OrderRefund = wireObject({
  amount: ['fTotal', Money],
  at: ['dFecha', Instant],
  /** Where it goes: the way it was paid, in cash, the customer's balance, or by the card's bank. */
  to: ['cDestino', openEnum('other', { payment: 'MEDIO_DE_PAGO', cash: 'EFECTIVO', balance: 'SALDO', bank: 'BANCO', other: 'OTRO' })],
  /** Still on its way. */
  isUnderWay: ['lEnCurso', z.optional(YesNo)],
  isUnproven,
});
export type OrderRefund = z.output<typeof OrderRefund>;

/** What a purchase becomes when it is paid, or all but paid (EN-112..130). */
export const Order = wireObject({
  id: ['idOperacion', OpaqueId],
  purchaseId: ['idProcesoDeCompra', OpaqueId],
  /** For people, to read out and to type: `7KM-4PX-9TH`, the last one a check character. */
  number: ['cNumeroOperacion', z.optional(Text)],
  state: ['cEstado', OrderState],
  /** Of an order that began as a reservation (C-23, EN-017). */
  bookingId: ['idReserva', z.optional(OpaqueId)],
  /** None before it is paid. Of a long order those of one part, as its documents are cut; in a list the first few. */
  tickets: ['listaEntrada', z.array(Ticket)],
  /** Only of a long order: which part of it this is, with its performances and places. */
  part: [
    'oParte',
    z.optional(
      wireObject({
        number: ['nParte', z.int()],
        count: ['nPartes', z.int()],
        ticketCount: ['nCantidadEntradas', z.int()],
        /** Tickets of every part but the last. */
        size: ['nTamano', z.int()],
      }),
    ),
  ],
  /** How many of them still let somebody in, those that are not listed included; only where some do and some are void. */
  validTicketCount: ['nEntradasValidas', z.optional(z.int())],
  performances: ['listaFuncion', z.array(OrderPerformance)],
  totals: ['oTotal', PurchaseTotals],
  /** What is still to come in, and what came in and was not given back. */
  pending: ['fPendiente', Money],
  paid: ['fPagado', Money],
  /** What was given back of it, or is on its way. */
  refunded: ['fDevuelto', z.optional(Money)],
  /** Of that, what became balance of the customer. */
  asBalance: ['fDevueltoComoSaldo', z.optional(Money)],
  /** Each time that some of it went back, the oldest first. */
  refunds: ['listaDevolucion', z.optional(z.array(OrderRefund))],
  paidAt: ['dPago', z.optional(Instant)],
  paymentKind: ['cFormaDePago', z.optional(PaymentKind)],
  /** The name of its method, unless it is a card that is typed here. */
  method: ['cMedio', z.optional(Text)],
  /** What of it the customer's balance paid beside the card. */
  fromBalance: ['fPagadoConSaldo', z.optional(Money)],
  lastFour: ['cUltimosCuatro', z.optional(Text)],
  brand: ['cMarca', z.optional(Text)],
  /** Where two cards paid it: the first; the fields above are the second's. */
  firstCard: ['oPrimeraTarjeta', z.optional(FirstCard)],
  instalments: ['nCuotas', z.optional(z.int())],
  delivery: ['oEntrega', z.optional(OrderDelivery)],
  /** Where bills are made for the tax office: its bill, and the credit notes of what went back (EN-118). */
  bills: ['listaComprobante', z.optional(z.array(Bill))],
  /** Of one’s own order: its mails that did not arrive and wait for another address or another try. */
  undelivered: ['listaCorreoSinEntregar', z.optional(z.array(UndeliveredMail))],
  /** Where its mails go, if that is not the account’s address. */
  mailbox: ['cCorreo', z.optional(Text)],
  /** Each time that its tickets were issued anew, the oldest first. */
  reissues: ['listaReemision', z.optional(z.array(Reissue))],
  /** Who bought it, as printed on the tickets. */
  holder: ['cTitular', z.optional(Text)],
  /** With `pending`, and with `cancelled` while it may still be paid: until when the places are kept; missing when they are not any more. */
  heldUntil: ['dLugaresHasta', z.optional(Instant)],
  ...callOff,
  ...performanceCancelled,
  ...slowPayment,
  /** Only with `offered`. */
  offer: ['oOferta', z.optional(PlacesOffer)],
  /** At a counter: of a reservation that its customer made in the shop, and pays or gives up there. */
  isOfShop: ['lDeLaTienda', z.optional(YesNo)],
  /** Of a reservation made at a counter. */
  contactPhone: ['cTelefono', z.optional(Text)],
  purchase: ['oProceso', Purchase],
});
export type Order = z.output<typeof Order>;

export const listOrders = {
  method: 'GET',
  path: '/v2/Historial2',
  access: 'customer',
  summary:
    'One’s own orders and reservations, the newest first; for a counter those of all counters, and by the whole e-mail or the id those that the shop keeps for a customer',
  /** Of a counter alone. */
  query: wireObject({ search: ['cBuscar', z.optional(Typed(100))] }),
  answer: wireObject({ items: ['Lista', z.array(Order)] }),
} as const satisfies Endpoint;

export const getOrder = {
  method: 'GET',
  path: '/v2/Operacion/:idOperacion',
  access: 'customer',
  summary: 'An order of one’s own, with the codes of its tickets; of a long one a part',
  params: wireObject({ orderId: ['idOperacion', OpaqueId] }),
  query: partInQuery,
  answer: Order,
} as const satisfies Endpoint;

export const getTicketsFile = {
  method: 'GET',
  path: '/v2/Operacion/:idOperacion/Entradas/:cFormato',
  access: 'customer',
  summary: 'The tickets of an order of one’s own as a document: one to a page of A4, or on a roll of 80 mm; of a long order a part',
  params: wireObject({ orderId: ['idOperacion', OpaqueId], format: ['cFormato', wireEnum({ a4: 'a4', receipt: '80mm' })] }),
  query: partInQuery,
  file: 'application/pdf',
  refuses: ['no_valid_tickets', 'tickets_at_box_office'],
  answer: wireObject({}),
} as const satisfies Endpoint;
