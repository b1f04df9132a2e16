import * as z from 'zod/mini';
import { OfficeBill } from './bill.ts';
import { DeliveryState } from './delivery-rule.ts';
import type { Endpoint } from './endpoint.ts';
import { DoubtfulPayment, UnlikePayment } from './office.ts';
import { OrderDelivery, OrderPerformance, OrderState, ReplacedTicket, SoldPerformance, Ticket } from './order.ts';
import { PaymentKind } from './payment.ts';
import { SoldProduct } from './purchase.ts';
import { reissue } from './reissue-rule.ts';
import { CatalogueId, Instant, Money, OpaqueId, openEnum, Text, Typed, TypedIdentifier, wireEnum, YesNo } from './scalars.ts';
import { askedMailbox, OfficeMail, provedMailbox } from './undelivered.ts';
import { wireObject } from './wire.ts';

/** How money goes back: the way it came, in cash, on a counter's card terminal, as balance of the customer; nothing for what cost nothing; taken by the card's bank; given back by the provider of itself. */
export const RefundWay = openEnum('other', {
  provider: 'PROCESADORA',
  drawer: 'EFECTIVO',
  terminal: 'TERMINAL',
  balance: 'SALDO',
  nothing: 'NADA',
  chargeback: 'CONTRACARGO',
  elsewhere: 'POR_LA_PROCESADORA',
  other: 'OTRO',
});
export type RefundWay = z.output<typeof RefundWay>;

/** What staff choose between: the way that the money came, or balance. */
const ChosenWay = wireEnum({ original: 'ORIGINAL', balance: 'SALDO' });
export type ChosenWay = z.output<typeof ChosenWay>;

/** Why a refund cannot be made as it was asked for. */
export const RefundObstacle = openEnum('other', {
  not_paid: 'NO_PAGADA',
  /** A part went back before for no ticket, and what the payment still has does not cover these. */
  too_little_left: 'QUEDA_POCO',
  ticket_void: 'ENTRADA_ANULADA',
  ticket_used: 'ENTRADA_USADA',
  no_parts: 'SOLO_COMPLETA',
  no_balance: 'SIN_SALDO',
  under_way: 'EN_CURSO',
  no_provider: 'SIN_PROCESADORA',
  products_returned: 'PRODUCTOS_DEVUELTOS',
  /** Nothing else is left of the order, and it was not asked for. */
  products_handed_over: 'PRODUCTOS_ENTREGADOS',
  other: 'OTRO',
});
export type RefundObstacle = z.output<typeof RefundObstacle>;

const Refund = wireObject({
  id: ['idDevolucion', OpaqueId],
  way: ['cMedio', RefundWay],
  amount: ['fTotal', Money],
  /** What had gone back before for no ticket, and is counted for its tickets. */
  covered: ['fDescontado', z.optional(Money)],
  /** It gives nothing back: a person said that what is counted was for no ticket. */
  isForNoTicket: ['lSinEntrada', z.optional(YesNo)],
  /** Of that, and a person has taken it back. */
  isUndone: ['lDeshecha', z.optional(YesNo)],
  ticketCount: ['nEntradas', z.int()],
  isDone: ['lHecha', YesNo],
  /** A person has ended it, and its provider gave nothing back: it has no such payment. */
  isClosed: ['lCerradaAMano', z.optional(YesNo)],
  /** Its provider will never make it, and staff may end it. */
  mayClose: ['lCerrable', z._default(YesNo, false)],
  startedAt: ['dInicio', Instant],
  doneAt: ['dHecha', z.optional(Instant)],
  reason: ['cMotivo', Text],
  tries: ['nIntentos', z.int()],
  /** What the provider says of one that is not done. */
  trouble: ['cProblema', z.optional(Text)],
});
export type Refund = z.output<typeof Refund>;

const StaffVerb = openEnum('other', {
  print: 'IMPRIMIR',
  void: 'ANULAR',
  lower_price: 'REBAJAR',
  complimentary: 'INVITAR',
  refund: 'DEVOLVER',
  resend: 'REENVIAR',
  ask_again: 'CONSULTAR',
  book_as_paid: 'DAR_POR_PAGADO',
  give_back: 'DEVOLVER_COBRO',
  clear_name: 'QUITAR_NOMBRE',
  change_places: 'CAMBIAR_LUGARES',
  bill_again: 'FACTURAR_DE_NUEVO',
  correct_mailbox: 'CORREGIR_CORREO',
  mail_aside: 'APARTAR_CORREO',
  mail_back: 'REPONER_CORREO',
  close_given_back: 'SIN_ENTRADA',
  reopen_given_back: 'DESHACER_SIN_ENTRADA',
  close_refund: 'CERRAR_DEVOLUCION',
  reissue: 'REEMITIR',
  other: 'OTRA',
});
export type StaffVerb = z.output<typeof StaffVerb>;

/** A line of the log that nobody can change. */
const StaffAction = wireObject({
  at: ['dMomento', Instant],
  /** Who did it; absent when their account was erased. */
  staffName: ['cQuien', z.optional(Text)],
  verb: ['cAccion', StaffVerb],
  /** Absent where it was about a mail of no order. */
  orderId: ['idOperacion', z.optional(OpaqueId)],
  orderNumber: ['cNumeroOperacion', z.optional(Text)],
  reason: ['cMotivo', Text],
  amount: ['fTotal', z.optional(Money)],
  ticketCount: ['nEntradas', z.optional(z.int())],
  /** Where the mails of the order went before a correction and after it, masked. */
  mailboxBefore: ['cCorreoAnterior', z.optional(Text)],
  mailbox: ['cCorreo', z.optional(Text)],
});
export type StaffAction = z.output<typeof StaffAction>;

const summary = {
  id: ['idOperacion', OpaqueId],
  /** For people: `7KM-4PX-9TH`. */
  number: ['cNumeroOperacion', z.optional(Text)],
  state: ['cEstado', OrderState],
  /** Who bought; for a sale of the box office the name on the tickets, if one was given. */
  buyerName: ['cComprador', z.optional(Text)],
  buyerEmail: ['cCorreo', z.optional(Text)],
  showNames: ['aEspectaculo', z.array(Text)],
  /** The next one first; none from a server that does not name them yet. */
  sold: ['listaFuncionVendida', z._default(z.array(SoldPerformance), [])],
  total: ['fTotal', Money],
  paidAt: ['dPago', z.optional(Instant)],
} as const;

const OfficeOrderSummary = wireObject(summary);
export type OfficeOrderSummary = z.output<typeof OfficeOrderSummary>;

/** A line of the delivery's log, which nobody can change. */
const DeliveryStep = wireObject({
  state: ['cEstado', DeliveryState],
  at: ['dMomento', Instant],
  /** Who did it; absent when their account was erased. */
  staffName: ['cQuien', z.optional(Text)],
  note: ['cNota', z.optional(Text)],
});

/** A place whose payment is under way. */
const AwaitedPlace = wireObject({
  performanceId: ['idFuncion', CatalogueId],
  sectorName: ['cSectorNombre', Text],
  row: ['cFila', z.optional(Text)],
  seat: ['cAsiento', z.optional(Text)],
  priceTypeName: ['cTarifaNombre', Text],
  final: ['fPrecioFinal', Money],
});

const OfficeTicket = wireObject({ ticket: ['oEntrada', Ticket], isUsed: ['lUsada', YesNo] });

/** An order as staff see it: what it is of, its payments, what went back, and what was done with it by hand. */
const order = {
  ...summary,
  performances: ['listaFuncion', z.array(OrderPerformance)],
  tickets: ['listaEntrada', z.array(OfficeTicket)],
  /** What was printed before its tickets were issued anew or their places changed: void, and somebody may still have it. */
  replaced: ['listaEntradaReemplazada', z._default(z.array(ReplacedTicket), [])],
  /** Each time that its tickets were issued anew, the oldest first; who of the staff did it, unless their account was erased. */
  reissues: ['listaReemision', z._default(z.array(wireObject({ ...reissue, staffName: ['cQuien', z.optional(Text)] })), [])],
  /** While its payment is under way: what it is for, and until when these places are held; without an instant they are not. */
  places: ['listaLugar', z._default(z.array(AwaitedPlace), [])],
  heldUntil: ['dLugaresHasta', z.optional(Instant)],
  products: ['listaProducto', z.array(SoldProduct)],
  /** Paid and not given back. */
  kept: ['fConservado', Money],
  /** What went back without us, and is counted for no ticket yet. */
  givenBack: ['fDevueltoAntes', z.optional(Money)],
  payments: [
    'listaCobro',
    z.array(
      wireObject({
        reference: ['cReferencia', Text],
        kind: ['cFormaDePago', PaymentKind],
        /** Who takes it; left out where that is ourselves. */
        provider: ['cProcesadora', z.optional(Text)],
        state: ['cEstado', Text],
        /** At its provider. */
        amount: ['fTotal', Money],
        /** Beside it with the customer's balance, until that goes back. */
        fromBalance: ['fSaldo', z.optional(Money)],
        startedAt: ['dDesde', Instant],
        brand: ['cMarca', z.optional(Text)],
        lastFour: ['cUltimosCuatro', z.optional(Text)],
        /** Its outcome is not known, and staff may settle it. */
        inDoubt: ['lEnDuda', YesNo],
        /** Its buyer has still to pay, by a means that takes its time such as cash. */
        isAwaited: ['lEnEspera', z._default(YesNo, false)],
        /** Staff may have its provider cancel it: `DEVOLVER_COBRO` of `settleDoubt` while it is awaited. */
        mayCallOff: ['lCancelable', z._default(YesNo, false)],
        /** Staff may ask its provider what became of it: `CONSULTAR` of `settleDoubt`, also of one that is paid. */
        mayAsk: ['lConsultable', z._default(YesNo, false)],
        /** Only of one that staff booked as paid: what its provider says of it, where it is not the same. */
        unlike: ['cSegunProcesadora', z.optional(UnlikePayment)],
      }),
    ),
  ],
  /** Of a paid order; its steps, the first one first. */
  delivery: ['oEntrega', z.optional(OrderDelivery)],
  deliverySteps: ['listaPasoDeEntrega', z.array(DeliveryStep)],
  refunds: ['listaDevolucion', z.array(Refund)],
  bills: ['listaComprobante', z.array(OfficeBill)],
  actions: ['listaAccion', z.array(StaffAction)],
  /** Its mails that were not delivered, open ones first; also those that have ended. */
  undelivered: ['listaCorreoSinEntregar', z._default(z.array(OfficeMail), [])],
  /** The account’s address, where the order’s mails go to another one. */
  accountEmail: ['cCorreoDeCuenta', z.optional(Text)],
  /** Whether the money can become balance of the customer. */
  mayBecomeBalance: ['lAdmiteSaldo', YesNo],
} as const;

const OfficeOrder = wireObject(order);
export type OfficeOrder = z.output<typeof OfficeOrder>;

const params = wireObject({ orderId: ['idOperacion', OpaqueId] });
const Reason = Typed(300);

const asked = {
  /** None for an order of products alone. */
  ticketIds: ['aEntrada', z.array(OpaqueId).check(z.maxLength(1000))],
  way: ['cMedio', ChosenWay],
  /** Also what products cost that were handed over; they are not sold again. */
  returnsHandedOver: ['lDevuelveEntregados', z.optional(YesNo)],
  /** What the provider or the card's bank gave back for no ticket was for these, and is not paid again. */
  countsGivenBack: ['lDescuentaDevuelto', z.optional(YesNo)],
} as const;

export const findOfficeOrders = {
  method: 'GET',
  path: '/v2/Oficina/Operaciones',
  access: 'organiser',
  summary:
    'Orders by their number (with or without separators) or id, by a ticket’s number, by a payment’s reference, or by the buyer’s e-mail; the newest first',
  query: wireObject({ search: ['cBuscar', Typed(100)] }),
  answer: wireObject({ items: ['Lista', z.array(OfficeOrderSummary)] }),
} as const satisfies Endpoint;

export const getOfficeOrder = {
  method: 'GET',
  path: '/v2/Oficina/Operacion/:idOperacion',
  access: 'organiser',
  summary: 'An order with its payments, its refunds and what staff did with it',
  params,
  answer: OfficeOrder,
} as const satisfies Endpoint;

export const previewRefund = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Devolucion/Calcular',
  access: 'organiser',
  summary: 'What a refund of these tickets would give back; changes nothing',
  params,
  body: wireObject(asked),
  refuses: ['cannot_refund'],
  answer: wireObject({
    way: ['cMedio', RefundWay],
    amount: ['fDevuelve', Money],
    /** What of it goes to the customer's balance, because that is what it was paid with. */
    toBalance: ['fASaldo', z.optional(Money)],
    /** What the provider or the card's bank gave back before, and is counted for no ticket yet. */
    givenBack: ['fDevueltoAntes', z.optional(Money)],
    /** What of that is counted for these tickets. */
    covered: ['fDescontado', z.optional(Money)],
    /** Of what these tickets cost. */
    kept: ['fConserva', Money],
    ticketCount: ['nEntradas', z.int()],
    /** Places that are free for others at once. */
    placesSoldAgain: ['nLugaresALaVenta', z.int()],
    /** What products cost that go with it and were handed over already. */
    handedOver: ['fProductosEntregados', z.optional(Money)],
  }),
} as const satisfies Endpoint;

export const refundOrder = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Devolucion',
  access: 'organiser',
  key: 'required',
  summary: 'Refunds tickets of an order: voids them and gives their money back',
  params,
  body: wireObject({
    ...asked,
    /** As the preview said it; another amount is refused. */
    amount: ['fDevuelve', Money],
    reason: ['cMotivo', Reason],
  }),
  refuses: ['cannot_refund', 'refund_changed', 'busy'],
  answer: OfficeOrder,
} as const satisfies Endpoint;

export const closeGivenBack = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Devuelto/SinEntrada',
  access: 'organiser',
  key: 'required',
  summary:
    'Closes what a provider or a card’s bank gave back of an order and is counted for no ticket: it was for none; voids nothing, moves no money',
  params,
  body: wireObject({
    /** As the order says it (`fDevueltoAntes`); another amount is refused. */
    amount: ['fTotal', Money],
    reason: ['cMotivo', Reason],
  }),
  refuses: ['refund_changed', 'busy'],
  answer: OfficeOrder,
} as const satisfies Endpoint;

const refundParams = wireObject({ orderId: ['idOperacion', OpaqueId], refundId: ['idDevolucion', OpaqueId] });

export const reopenGivenBack = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Devolucion/:idDevolucion/Deshacer',
  access: 'organiser',
  key: 'required',
  summary: 'Takes back that what was given back of an order was for no ticket: it waits for a decision again',
  params: refundParams,
  body: wireObject({ reason: ['cMotivo', Reason] }),
  refuses: ['refund_changed', 'busy'],
  answer: OfficeOrder,
} as const satisfies Endpoint;

export const closeRefund = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Devolucion/:idDevolucion/Cerrar',
  access: 'organiser',
  key: 'required',
  summary: 'Ends a refund of a payment that staff booked as paid and that its provider does not have; moves no money',
  params: refundParams,
  body: wireObject({
    /** As the order says it (`fTotal` of the refund); another amount is refused. */
    amount: ['fTotal', Money],
    reason: ['cMotivo', Reason],
  }),
  refuses: ['refund_changed', 'busy'],
  answer: OfficeOrder,
} as const satisfies Endpoint;

export const resendTickets = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Reenviar',
  access: 'organiser',
  key: 'required',
  summary: 'Mails the valid tickets of an order to its buyer once more',
  params,
  body: wireObject({ reason: ['cMotivo', Reason] }),
  refuses: ['no_valid_tickets', 'no_buyer'],
  answer: OfficeOrder,
} as const satisfies Endpoint;

export const reissueTicketsByStaff = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Reemitir',
  access: 'organiser',
  key: 'required',
  summary:
    'Issues the valid tickets of an order of the shop anew for its buyer: what was printed, downloaded or mailed before is void, and the new ones are mailed',
  params,
  body: wireObject({ reason: ['cMotivo', Reason] }),
  refuses: ['cannot_reissue', 'address_unconfirmed', 'no_buyer', 'busy'],
  answer: OfficeOrder,
} as const satisfies Endpoint;

export const sendMailboxCodeByStaff = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Correo/Codigo',
  access: 'organiser',
  key: 'required',
  summary:
    'Mail a code to the address that a buyer names for the mails of their order, who reads it out; only after one of them was not delivered',
  params,
  body: wireObject(askedMailbox),
  refuses: ['nothing_undelivered', 'too_many_attempts'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const correctMailboxByStaff = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Correo',
  access: 'organiser',
  key: 'required',
  summary:
    'Send the mails of an order to the address that the code was mailed to, and what was not delivered again at once; to the account’s own address at any time and without a code',
  params,
  body: wireObject({ ...provedMailbox, reason: ['cMotivo', Reason] }),
  refuses: ['nothing_undelivered', 'wrong_code'],
  answer: OfficeOrder,
} as const satisfies Endpoint;

export const clearName = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Nominacion/Quitar',
  access: 'organiser',
  key: 'required',
  summary: 'Takes the name off a ticket: its document is free for another one, and its buyer may give it a name again',
  params,
  body: wireObject({ ticketId: ['idEntrada', OpaqueId], reason: ['cMotivo', Reason] }),
  refuses: ['no_name', 'cannot_nominate', 'busy'],
  answer: OfficeOrder,
} as const satisfies Endpoint;

export const moveDelivery = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Entrega',
  access: 'organiser',
  key: 'required',
  summary: 'Writes the next step of an order’s delivery: prepared, sent, arrived, delivered or picked up',
  params,
  body: wireObject({
    state: ['cEstado', DeliveryState],
    /** Such as the number of a parcel. */
    note: ['cNota', z.optional(Typed(300))],
  }),
  refuses: ['not_the_next_step', 'no_valid_tickets', 'busy'],
  answer: OfficeOrder,
} as const satisfies Endpoint;

export const getOfficeTickets = {
  method: 'GET',
  path: '/v2/Oficina/Operacion/:idOperacion/Entradas',
  access: 'organiser',
  summary: 'The valid tickets of an order that is fetched or brought home, one to a page of A4, for whoever prepares it',
  params,
  file: 'application/pdf',
  refuses: ['no_valid_tickets', 'not_the_next_step'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const settleDoubt = {
  method: 'POST',
  path: '/v2/Oficina/Cobro/:cReferencia',
  access: 'organiser',
  key: 'required',
  summary:
    'Settles a payment in doubt: asks its provider again, books it as paid, or gives its money back. A paid one can be asked about, too: what its provider gave back of it is noticed',
  params: wireObject({ reference: ['cReferencia', z.string().check(z.regex(/^[0-9a-f]{32}$/))] }),
  body: wireObject({
    verb: ['cAccion', wireEnum({ ask_again: 'CONSULTAR', book_as_paid: 'DAR_POR_PAGADO', give_back: 'DEVOLVER_COBRO' })],
    reason: ['cMotivo', Reason],
    /** The provider’s own number of the payment, looked up there; needed to book it as paid. */
    paymentId: ['cNumeroDePago', z.optional(TypedIdentifier(100))],
  }),
  refuses: ['not_in_doubt', 'provider_silent', 'payment_unlike', 'still_asking', 'cannot_call_off', 'payment_method_unavailable', 'busy'],
  answer: wireObject({
    ...order,
    /** Another click was asking its provider meanwhile: what that one found is shown, and nothing was done twice. */
    isByAnother: ['lPorOtroPedido', z._default(YesNo, false)],
  }),
} as const satisfies Endpoint;

export const listRefunds = {
  method: 'GET',
  path: '/v2/Oficina/Devoluciones',
  access: 'organiser',
  summary: 'What went back or is on its way, chargebacks too, of the last twelve months; the newest first, 10,000 at most',
  answer: wireObject({ items: ['Lista', z.array(wireObject({ orderId: ['idOperacion', OpaqueId], refund: ['oDevolucion', Refund] }))] }),
} as const satisfies Endpoint;

export const getOfficeMoney = {
  method: 'GET',
  path: '/v2/Oficina/Dinero',
  access: 'organiser',
  summary:
    'Money that needs a person: payments in doubt, refunds that are not done, what others gave back; payments that wait; where every cent is; what staff did lately',
  answer: wireObject({
    doubtfulPayments: ['listaCobroEnDuda', z.array(DoubtfulPayment)],
    /** Payments that their buyers have still to make, such as in cash; the first to end first, 50 at most. */
    waitingPayments: [
      'listaCobroEnEspera',
      z._default(
        z.array(
          wireObject({
            reference: ['cReferencia', Text],
            orderId: ['idOperacion', OpaqueId],
            orderNumber: ['cNumeroOperacion', z.optional(Text)],
            buyerName: ['cComprador', z.optional(Text)],
            showNames: ['aEspectaculo', z.array(Text)],
            kind: ['cFormaDePago', PaymentKind],
            provider: ['cProcesadora', Text],
            startedAt: ['dDesde', Instant],
            amount: ['fTotal', Money],
            /** Until when its places are held; without it they are not held any more. */
            heldUntil: ['dLugaresHasta', z.optional(Instant)],
          }),
        ),
        [],
      ),
    ],
    /**
     * Refunds under way, and what cards' banks and providers themselves gave back: until a person has decided which tickets it was for, and
     * anything of the last 30 days; 200 at most, what waits for somebody first.
     */
    refunds: [
      'listaDevolucion',
      z.array(
        wireObject({
          orderId: ['idOperacion', OpaqueId],
          orderNumber: ['cNumeroOperacion', z.optional(Text)],
          refund: ['oDevolucion', Refund],
          /** Of one for no ticket: what of its order's is counted for none yet, and waits for somebody's decision. */
          givenBack: ['fDevueltoAntes', z.optional(Money)],
        }),
      ),
    ],
    providers: [
      'listaProcesadora',
      z.array(
        wireObject({
          name: ['cNombre', Text],
          currency: ['cMoneda', Text],
          /** Taken in and not given back. */
          kept: ['fConservado', Money],
          returned: ['fDevuelto', Money],
          /** Asked for, with an outcome that is not known. */
          inDoubt: ['fEnDuda', Money],
          /** Asked for, and its buyers have still to pay. */
          waiting: ['fEnEspera', z._default(Money, 0)],
          /** Taken in and owed to buyers. */
          owed: ['fADevolver', Money],
        }),
      ),
    ],
    /** What customers have as balance. */
    balances: ['fSaldos', Money],
    /** The newest first. */
    actions: ['listaAccion', z.array(StaffAction)],
  }),
} as const satisfies Endpoint;
