import * as z from 'zod/mini';
import { Bill } from './bill.ts';
import { PerformanceState } from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';
import { OrderPerformance, OrderState, ReplacedTicket, SoldPerformance, Ticket } from './order.ts';
import { Coupon } from './payment.ts';
import { PerformanceDate } from './performance-date.ts';
import { PlaceId, SoldProduct } from './purchase.ts';
import { CatalogueId, Instant, LinkHash, Money, OpaqueId, Text, Typed, wireEnum, YesNo } from './scalars.ts';
import { VoidObstacle } from './void-obstacle.ts';
import { wireObject } from './wire.ts';

/** One line of what a counter can sell; how much of it is free is asked of `getAvailability`. */
export const CounterPerformance = wireObject({
  id: ['idFuncion', CatalogueId],
  hash: ['h', LinkHash],
  showName: ['cEspectaculoCartelNombre', Text],
  venueName: ['cEstablecimientoNombre', Text],
  timeZone: ['cZonaHoraria', Text],
  date: ['oFuncionFecha', PerformanceDate],
  startsAt: ['dFuncion', Instant],
  state: ['cEstado', PerformanceState],
  /** When it goes on sale, for announced performances. */
  onSaleAt: ['dInicioDeVenta', z.optional(Instant)],
  /** When counters end to sell it, which is after its start; missing from a server that does not know it yet. */
  sellsUntil: ['dVentaHasta', z.optional(Instant)],
});
export type CounterPerformance = z.output<typeof CounterPerformance>;

export const listCounterPerformances = {
  method: 'GET',
  path: '/v2/Boleteria/Funciones',
  access: 'box-office',
  summary: 'Performances that counters sell, begun or to come, the next one first',
  answer: wireObject({ items: ['Lista', z.array(CounterPerformance)] }),
} as const satisfies Endpoint;

/** A sale as a counter finds it again. */
const saleSummary = {
  id: ['idOperacion', OpaqueId],
  number: ['cNumeroOperacion', z.optional(Text)],
  state: ['cEstado', OrderState],
  /** The name on the tickets, or the customer's of the shop. */
  buyerName: ['cComprador', z.optional(Text)],
  showNames: ['aEspectaculo', z.array(Text)],
  /** The next one first; none from a server that does not name them yet. */
  sold: ['listaFuncionVendida', z._default(z.array(SoldPerformance), [])],
  total: ['fTotal', Money],
  paidAt: ['dPago', z.optional(Instant)],
} as const;
const CounterSaleSummary = wireObject({
  ...saleSummary,
  /** The ticket whose number was searched for, if another one stands for it. */
  replaced: ['oEntradaReemplazada', z.optional(ReplacedTicket)],
});
export type CounterSaleSummary = z.output<typeof CounterSaleSummary>;

export const CounterSale = wireObject({
  ...saleSummary,
  performances: ['listaFuncion', z.array(OrderPerformance)],
  /** Without the codes that let in: they are on paper alone. */
  tickets: ['listaEntrada', z.array(wireObject({ ticket: ['oEntrada', Ticket], isUsed: ['lUsada', YesNo] }))],
  products: ['listaProducto', z.array(SoldProduct)],
  /** Paid and not given back. */
  kept: ['fConservado', Money],
  sellerName: ['cVendedor', z.optional(Text)],
  prints: ['nImpresiones', z.int()],
  /** Some of its valid tickets were printed: what is printed next is a copy, for a reason. Absent from servers of the version before. */
  isCopy: ['lCopia', z.optional(YesNo)],
  /** Of a sale that a card terminal took, or part of it. */
  terminal: [
    'oTerminal',
    z.optional(
      wireObject({
        amount: ['fTotal', Money],
        /** Not given back on it yet: what goes back, goes back on it first. */
        kept: ['fConservado', Money],
        brand: ['cMarca', Text],
        lastFour: ['cUltimosCuatro', z.optional(Text)],
        coupon: ['cCupon', Text],
      }),
    ),
  ],
  /** Of what this clerk sold, where bills are made for the tax office: what is printed for the customer (`getBillFile`). */
  bills: ['listaComprobante', z.optional(z.array(Bill))],
  /** Absent when this clerk may void it now. */
  obstacle: ['cImpedimento', z.optional(VoidObstacle)],
});
export type CounterSale = z.output<typeof CounterSale>;

const saleInPath = wireObject({ orderId: ['idOperacion', OpaqueId] });
const Reason = Typed(300);

export const findCounterSales = {
  method: 'GET',
  path: '/v2/Boleteria/Ventas',
  access: 'box-office',
  summary:
    'Sales that a counter looks for, the newest first: by order number or id, ticket number, the whole e-mail of a customer, or a name at a counter; without a search its own of today',
  query: wireObject({ search: ['cBuscar', z.optional(Typed(100))] }),
  answer: wireObject({ items: ['Lista', z.array(CounterSaleSummary)] }),
} as const satisfies Endpoint;

export const getCounterSale = {
  method: 'GET',
  path: '/v2/Boleteria/Venta/:idOperacion',
  access: 'box-office',
  summary: 'A sale with its tickets, how often they were printed, and whether this clerk may void it',
  params: saleInPath,
  answer: CounterSale,
} as const satisfies Endpoint;

export const recordPrint = {
  method: 'POST',
  path: '/v2/Boleteria/Venta/:idOperacion/Imprimir',
  access: 'box-office',
  key: 'required',
  summary: 'Writes down that a counter prints the tickets of a sale; only then, and for a quarter of an hour, their file is handed to it',
  params: saleInPath,
  body: wireObject({
    /** May be left out while none of the valid tickets was printed. */
    reason: ['cMotivo', z.optional(Reason)],
  }),
  refuses: ['no_valid_tickets'],
  answer: wireObject({ prints: ['nImpresiones', z.int()] }),
} as const satisfies Endpoint;

export const handOverProducts = {
  method: 'POST',
  path: '/v2/Boleteria/Venta/:idOperacion/Productos/Entregar',
  access: 'box-office',
  key: 'required',
  summary: 'Writes down that a counter hands over what an order has of a product for a performance: all of it, once',
  params: saleInPath,
  body: wireObject({ performanceId: ['idFuncion', CatalogueId], variantId: ['idProductoVariante', CatalogueId] }),
  refuses: ['handed_over', 'nothing_to_hand_over'],
  answer: CounterSale,
} as const satisfies Endpoint;

export const voidSale = {
  method: 'POST',
  path: '/v2/Boleteria/Venta/:idOperacion/Anular',
  access: 'box-office',
  key: 'required',
  summary:
    'Voids tickets of a sale of today and gives their money back, by rule; on the card terminal first, cash comes out of the drawer of who voids',
  params: saleInPath,
  body: wireObject({
    ticketIds: ['aEntrada', z.array(OpaqueId).check(z.minLength(1), z.maxLength(1000))],
    /** What was shown; another amount is refused. */
    amount: ['fDevuelve', Money],
    reason: ['cMotivo', Reason],
    /** Of the terminal's paper; only where something goes back on it. */
    coupon: ['cCupon', z.optional(Coupon)],
  }),
  refuses: ['cannot_void', 'cannot_refund', 'refund_changed', 'coupon_used'],
  answer: CounterSale,
} as const satisfies Endpoint;

/** Free places that a ticket may have instead of its own: of its performance and its price level, by row. */
export const listOtherPlaces = {
  method: 'GET',
  path: '/v2/Boleteria/Venta/:idOperacion/Lugares',
  access: 'box-office',
  summary:
    'Free places of the price level of a ticket, by sector and row, as they were a moment ago; of a sector without seat numbers as many as the order may need',
  params: saleInPath,
  query: wireObject({ ticketId: ['idEntrada', OpaqueId] }),
  refuses: ['cannot_change_places', 'not_on_sale'],
  answer: wireObject({
    /** Tickets of the order that may have one of these places. */
    ticketIds: ['aEntrada', z.array(OpaqueId)],
    rows: [
      'listaFila',
      z.array(
        wireObject({
          sectorName: ['cSectorNombre', Text],
          /** Absent where places have no number. */
          row: ['cFila', z.optional(Text)],
          places: [
            'listaPosicion',
            z.array(
              wireObject({
                id: ['nPosicion', PlaceId],
                seat: ['cAsiento', z.optional(Text)],
                isRestricted: ['lVistaReducida', YesNo],
              }),
            ),
          ],
        }),
      ),
    ],
  }),
} as const satisfies Endpoint;

export const changePlaces = {
  method: 'POST',
  path: '/v2/Boleteria/Venta/:idOperacion/CambiarLugares',
  access: 'box-office',
  key: 'required',
  summary:
    'Moves tickets of a paid order to free places of the same price level: the old tickets are void, new ones stand for them, and the buyer of the shop is mailed',
  params: saleInPath,
  body: wireObject({
    /** Of one performance. */
    changes: [
      'listaCambio',
      z.array(wireObject({ ticketId: ['idEntrada', OpaqueId], placeId: ['nPosicion', PlaceId] })).check(z.minLength(1), z.maxLength(1000)),
    ],
    reason: ['cMotivo', Reason],
  }),
  refuses: ['cannot_change_places', 'not_on_sale', 'places_taken'],
  answer: CounterSale,
} as const satisfies Endpoint;

/** A clerk's drawer; minor units. What should be in it is not told before it was counted. */
const drawer = {
  id: ['idCaja', OpaqueId],
  staffName: ['cQuien', z.optional(Text)],
  openedAt: ['dApertura', Instant],
  closedAt: ['dCierre', z.optional(Instant)],
  float: ['fFondo', Money],
  sales: ['fVentas', Money],
  saleCount: ['nVentas', z.int()],
  paidOut: ['fDevuelto', Money],
  paidOutCount: ['nDevoluciones', z.int()],
  /** Taken on the card terminal and given back on it: beside the cash, and never counted with it. */
  onTerminal: ['fTerminal', Money],
  onTerminalCount: ['nCupones', z.int()],
  backOnTerminal: ['fDevueltoTerminal', Money],
  backOnTerminalCount: ['nCuponesDevueltos', z.int()],
  /** Sales of which a part was paid in cash beside the terminal; the cash counts with the sales, the coupon with the coupons. */
  mixedCount: ['nVentasMixtas', z.int()],
  /** Put in and taken out during the day; both positive. */
  cashIn: ['fIngresos', Money],
  cashOut: ['fRetiros', Money],
  /** The first one first; what was taken out is negative. */
  cashMoves: [
    'listaMovimiento',
    z.array(wireObject({ at: ['dMomento', Instant], amount: ['fImporte', Money], reason: ['cMotivo', Text] })),
  ],
  /** What was sold for less than it costs, or for nothing; the first one first. */
  lowered: [
    'listaRebaja',
    z.array(
      wireObject({
        at: ['dMomento', Instant],
        orderNumber: ['cNumeroOperacion', z.optional(Text)],
        ticketCount: ['nEntradas', z.int()],
        /** What the tickets cost before, less what was paid. */
        amount: ['fRebaja', Money],
        reason: ['cMotivo', Text],
        /** Given away. */
        isComplimentary: ['lInvitacion', YesNo],
      }),
    ),
  ],
  counted: ['fContado', z.optional(Money)],
  /** Counted less expected: negative when money is missing. */
  difference: ['fDiferencia', z.optional(Money)],
  note: ['cNota', z.optional(Text)],
} as const;
export const CounterDrawer = wireObject(drawer);
export type CounterDrawer = z.output<typeof CounterDrawer>;

const ownDrawers = wireObject({
  open: ['oAbierta', z.optional(CounterDrawer)],
  /** The newest first. */
  closed: ['listaCerrada', z.array(CounterDrawer)],
});

export const getDrawers = {
  method: 'GET',
  path: '/v2/Boleteria/Caja',
  access: 'box-office',
  summary: 'The clerk’s own drawer, and the last ones that were closed',
  answer: ownDrawers,
} as const satisfies Endpoint;

export const openDrawer = {
  method: 'POST',
  path: '/v2/Boleteria/Caja/Abrir',
  access: 'box-office',
  summary: 'Opens the clerk’s drawer with a float',
  body: wireObject({ float: ['fFondo', Money] }),
  refuses: ['drawer_open'],
  answer: ownDrawers,
} as const satisfies Endpoint;

export const moveCash = {
  method: 'POST',
  path: '/v2/Boleteria/Caja/Mover',
  access: 'box-office',
  key: 'required',
  summary: 'Puts cash into the clerk’s open drawer or takes it out, with a reason',
  body: wireObject({
    drawerId: ['idCaja', OpaqueId],
    direction: ['cSentido', wireEnum({ in: 'INGRESO', out: 'RETIRO' })],
    /** More than nothing. */
    amount: ['fImporte', Money],
    reason: ['cMotivo', Reason],
  }),
  refuses: ['drawer_over'],
  answer: ownDrawers,
} as const satisfies Endpoint;

export const closeDrawer = {
  method: 'POST',
  path: '/v2/Boleteria/Caja/Cerrar',
  access: 'box-office',
  summary: 'Closes the clerk’s drawer with what was counted; a difference needs a note',
  body: wireObject({ drawerId: ['idCaja', OpaqueId], counted: ['fContado', Money], note: ['cNota', z.optional(Typed(300))] }),
  refuses: ['drawer_over', 'drawer_differs'],
  answer: ownDrawers,
} as const satisfies Endpoint;

const OfficeDrawer = wireObject({ ...drawer, staffId: ['idVendedor', OpaqueId] });
export type OfficeDrawer = z.output<typeof OfficeDrawer>;

export const listDrawers = {
  method: 'GET',
  path: '/v2/Oficina/Cajas',
  access: 'organiser',
  summary: 'The last 200 drawers of all clerks, the newest first: float, sales, given back, put in and taken out, counted and difference',
  answer: wireObject({ items: ['Lista', z.array(OfficeDrawer)] }),
} as const satisfies Endpoint;
