import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { CatalogueId, Instant, Money, OpaqueId, openEnum, Text, wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** `over` from the hour at which it starts, when nothing can be bought any more. */
export const OfficeState = wireEnum({
  announced: 'ANUNCIADA',
  on_sale: 'EN_VENTA',
  sold_out: 'AGOTADA',
  cancelled: 'CANCELADA',
  over: 'FINALIZADA',
});
export type OfficeState = z.output<typeof OfficeState>;

const Count = z.int().check(z.nonnegative());

/** What has become of places; what is neither held nor sold is free. */
const sales = {
  places: ['nPosiciones', Count],
  held: ['nTomadas', Count],
  sold: ['nVendidas', Count],
  soldLastHour: ['nVendidasUltimaHora', Count],
  /** Face value of the tickets sold, less what went back. */
  tickets: ['fEntradas', Money],
  serviceCharge: ['fCargoPorServicio', Money],
} as const;

export const OfficePerformance = wireObject({
  id: ['idFuncion', CatalogueId],
  showName: ['cEspectaculoCartelNombre', Text],
  venueName: ['cEstablecimientoNombre', Text],
  startsAt: ['dFuncion', Instant],
  timeZone: ['cZonaHoraria', Text],
  state: ['cEstado', OfficeState],
  ...sales,
  /** Whether its show asks for names, so that there is a door’s list. */
  asksForNames: ['lNominativa', YesNo],
  /** The show's own rule for the places of refunded tickets; absent where the brand's holds. */
  refundedPlacesSoldAgain: ['lDevueltasALaVenta', z.optional(YesNo)],
  /** Tickets sold in each five minutes of the last hour, the oldest first. */
  trend: ['aVendidasUltimaHora', z.array(Count)],
});
export type OfficePerformance = z.output<typeof OfficePerformance>;

export const OfficeTotals = wireObject(sales);
export type OfficeTotals = z.output<typeof OfficeTotals>;

/** What a provider says of a payment that staff booked as paid, where it is something else: it has none, or another one. */
export const UnlikePayment = openEnum('other', {
  absent: 'NO_LO_TIENE',
  /** Its number is that of another payment here. */
  another: 'DE_OTRA_OPERACION',
  declined: 'RECHAZADO',
  cancelled: 'CANCELADO',
  returned: 'DEVUELTO',
  pending: 'PENDIENTE',
  processing: 'EN_CURSO',
  differs: 'DISTINTO',
  other: 'OTRO',
});
export type UnlikePayment = z.output<typeof UnlikePayment>;

/** A payment whose amount differs at the provider, that the provider does not know, or does not decide: staff have to look it up there. */
export const DoubtfulPayment = wireObject({
  /** Ours, which the provider knows it by. */
  reference: ['cReferencia', Text],
  orderId: ['idOperacion', OpaqueId],
  orderNumber: ['cNumeroOperacion', z.optional(Text)],
  startedAt: ['dDesde', Instant],
  /** What was asked for. */
  amount: ['fTotal', Money],
  /** The provider speaks of another amount, currency or reference. */
  differs: ['lDifiere', YesNo],
  /** The provider is looking at it, and has not decided; after three days it ends by itself. */
  isInReview: ['lEnRevision', z.optional(YesNo)],
  /** Only of one that staff booked as paid, whose places are sold: what its provider says of it. */
  unlike: ['cSegunProcesadora', z.optional(UnlikePayment)],
});
export type DoubtfulPayment = z.output<typeof DoubtfulPayment>;

export const listOfficePerformances = {
  method: 'GET',
  path: '/v2/Oficina/Funciones',
  access: 'organiser',
  summary: 'Performances to come and those of the last 30 days, with what is held, sold and taken',
  answer: wireObject({
    /** By the database’s clock, when it was counted. */
    countedAt: ['dMomento', Instant],
    items: ['Lista', z.array(OfficePerformance)],
    totals: ['oTotal', OfficeTotals],
    /** The oldest first, a few of them. */
    doubtfulPayments: ['listaCobroEnDuda', z.array(DoubtfulPayment)],
    /** Mails that were not delivered and wait for somebody, for the office's navigation; 100 stands for any more. */
    undeliveredMails: ['nCorreosSinEntregar', z._default(Count, 0)],
  }),
} as const satisfies Endpoint;
