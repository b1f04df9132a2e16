import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { changesOfEvent, PerformanceDate } from './performance-date.ts';
import { ReservationRule } from './reservation-rule.ts';
import {
  asText,
  CatalogueId,
  CatalogueIdInPath,
  Instant,
  LinkHash,
  Money,
  PlainDate,
  printable,
  Text,
  wireEnum,
  YesNo,
} from './scalars.ts';
import { wireObject } from './wire.ts';

/** What an image is for; each kind has its own proportions. */
export const ImageKind = wireEnum({
  poster: 'WEB_CARTEL',
  featured: 'WEB_DESTACADO',
  header: 'WEB_CABECERA',
  thumbnail: 'WEB_MINIATURA',
  share: 'WEB_COMPARTIR',
});
export type ImageKind = z.output<typeof ImageKind>;

const picture = {
  url: ['cUrl', Text],
  width: ['nAncho', z.int()],
  height: ['nAlto', z.int()],
  alt: ['cTextoAlternativo', Text],
  /** Dominant colour, `#rrggbb`, shown until the image is there. */
  ink: ['cColor', z.optional(Text)],
  /** The same image in other sizes and formats, for `srcset`. */
  variants: [
    'listaVariante',
    z.optional(z.array(wireObject({ url: ['cUrl', Text], width: ['nAncho', z.int()], mediaType: ['cFormato', Text] }))),
  ],
} as const;

export const ShowImage = wireObject({ kind: ['cTipo', ImageKind], ...picture });
export type ShowImage = z.output<typeof ShowImage>;

export const GalleryImage = wireObject(picture);
export type GalleryImage = z.output<typeof GalleryImage>;

/** The show as a purchase and a performance name it (EN-009..012); fields that an answer leaves out stay empty. */
export const Show = wireObject({
  name: ['cEspectaculoCartelNombre', Text],
  venueName: ['cEstablecimientoNombre', z.optional(Text)],
  typeId: ['idEspectaculoCartelTipo', z.optional(CatalogueId)],
  images: ['listaImagenEspectaculoCartel', z._default(z.array(ShowImage), [])],
});
export type Show = z.output<typeof Show>;

/** Shows of this type are sold by quantity, never by place (C-33). */
export const QUANTITY_SHOW_TYPE = 100;

export const ShowType = wireObject({
  id: ['idEspectaculoTipo', CatalogueId],
  name: ['cNombre', Text],
  /** Missing order sorts last (EN-015). */
  order: ['nOrden', z.optional(z.int())],
});
export type ShowType = z.output<typeof ShowType>;

const listed = {
  id: ['idEspectaculoCartel', CatalogueId],
  hash: ['h', LinkHash],
  seo: ['cSeo', Text],
  name: ['cEspectaculoCartelNombre', Text],
} as const;

/** When the clock will change what this says: a sale that opens, one that ends with the start, or a price that begins or ends. */
const changesAt = ['dProximoCambio', z.optional(Instant)] as const;

/** `onSaleAt` in the venue's own time, while it is to come. */
const onSaleDate = ['oInicioDeVentaFecha', z.optional(PerformanceDate)] as const;

/** When an import last changed what its page says; missing where that is not known. */
const changedAt = ['dModificacion', z.optional(Instant)] as const;

export const ListedShow = wireObject({ ...listed, changedAt });
export type ListedShow = z.output<typeof ListedShow>;

const billboardShow = {
  ...listed,
  subtitle: ['cSubtitulo', z.optional(Text)],
  typeId: ['idEspectaculoCartelTipo', CatalogueId],
  typeName: ['cEspectaculoTipoNombre', Text],
  venueId: ['idEstablecimiento', CatalogueId],
  venueName: ['cEstablecimientoNombre', Text],
  venueSeo: ['cEstablecimientoSeo', Text],
  venueCity: ['cEstablecimientoLocalidad', z.optional(Text)],
  images: ['listaImagenEspectaculoCartel', z._default(z.array(ShowImage), [])],
  /** The next performance that can still be bought, else the next one at all. */
  firstDate: ['oPrimeraFuncionFecha', z.optional(PerformanceDate)],
  firstStartsAt: ['dPrimeraFuncion', z.optional(Instant)],
  lastDate: ['oUltimaFuncionFecha', z.optional(PerformanceDate)],
  performanceCount: ['nCantidadFunciones', z.int()],
  /** Days with a performance to come, each in its venue's own time, in order. */
  days: ['aFecha', z._default(z.array(PlainDate), [])],
  /** Lowest final price, charges and taxes included. */
  lowestPrice: ['fPrecioDesde', z.optional(Money)],
  soldOut: ['lAgotado', YesNo],
  /** Few places are left of every performance that is not sold out. */
  lastPlaces: ['lUltimasEntradas', z.optional(YesNo)],
  /** There are places to come, and none is on sale yet. */
  announced: ['lProximamente', z.optional(YesNo)],
  /** When the first of them goes on sale, while none is and if that is known. */
  onSaleAt: ['dInicioDeVenta', z.optional(Instant)],
  onSaleDate,
  changesAt,
} as const;

export const BillboardShow = wireObject(billboardShow);
export type BillboardShow = z.output<typeof BillboardShow>;

const venue = {
  id: ['idEstablecimiento', CatalogueId],
  seo: ['cSeo', Text],
  name: ['cEstablecimientoNombre', Text],
  address: ['cDomicilio', Text],
  city: ['cLocalidad', Text],
  province: ['cProvincia', z.optional(Text)],
  postcode: ['cCodigoPostal', z.optional(Text)],
  timeZone: ['cZonaHoraria', Text],
  capacity: ['nCapacidad', z.optional(z.int())],
  /** Version of its map, for `venuePicturePath`. */
  mapHash: ['cMapa', z.optional(Text)],
  /** How to get there, in paragraphs. */
  transport: ['cComoLlegar', z.optional(Text)],
  /** What helps who needs it: ramps, lifts, loops, guide dogs. */
  access: ['cAccesibilidad', z.optional(Text)],
  /** It has a shop: products beside tickets. */
  sellsProducts: ['lTienda', z.optional(YesNo)],
} as const;

export const Venue = wireObject(venue);
export type Venue = z.output<typeof Venue>;

const ListedVenue = wireObject({ ...venue, changedAt });

export const PerformanceState = wireEnum({
  announced: 'ANUNCIADA',
  on_sale: 'EN_VENTA',
  sold_out: 'AGOTADA',
  cancelled: 'CANCELADA',
});

const performance = {
  id: ['idFuncion', CatalogueId],
  hash: ['h', LinkHash],
  date: ['oFuncionFecha', PerformanceDate],
  startsAt: ['dFuncion', Instant],
  state: ['cEstado', PerformanceState],
  /** When it goes on sale, or when it did. */
  onSaleAt: ['dInicioDeVenta', z.optional(Instant)],
  onSaleDate,
} as const;

export const ShowPerformance = wireObject({
  ...performance,
  /** These five only when it is not at the show's venue. */
  venueName: ['cEstablecimientoNombre', z.optional(Text)],
  venueAddress: ['cDomicilio', z.optional(Text)],
  venueCity: ['cLocalidad', z.optional(Text)],
  venueProvince: ['cProvincia', z.optional(Text)],
  venuePostcode: ['cCodigoPostal', z.optional(Text)],
  lowestPrice: ['fPrecioDesde', z.optional(Money)],
  /** The same price before national taxes. */
  lowestPriceNet: ['fPrecioDesdeSinImpuestos', z.optional(Money)],
  /** Only where it differs from the lowest. */
  highestPrice: ['fPrecioHasta', z.optional(Money)],
  lastPlaces: ['lUltimasEntradas', z.optional(YesNo)],
  /** When it was to start before it moved for the last time; left out where it did not. */
  movedFrom: ['dFuncionAnterior', z.optional(Instant)],
  movedFromDate: ['oFuncionAnteriorFecha', z.optional(PerformanceDate)],
});
export type ShowPerformance = z.output<typeof ShowPerformance>;

/** What the shop may offer for less, in words. */
export const ShowPromotion = wireObject({
  name: ['cNombre', Text],
  note: ['cNota', z.optional(Text)],
  /** Until when it can be had. */
  until: ['dHasta', z.optional(Instant)],
});

export const ShowPerson = wireObject({ name: ['cNombre', Text], role: ['cRol', z.optional(Text)] });

export const ShowDetail = wireObject({
  ...billboardShow,
  description: ['cDescripcion', z.optional(Text)],
  credits: ['cCreditos', z.optional(Text)],
  ageNote: ['cApto', z.optional(Text)],
  durationMinutes: ['nDuracionMinutos', z.optional(z.int())],
  /** Who plays, in the order of the programme. */
  people: ['listaElenco', z.optional(z.array(ShowPerson))],
  trailerUrl: ['cUrlTrailer', z.optional(Text)],
  /** Further pictures, in the organiser's order. */
  gallery: ['listaGaleria', z.optional(z.array(GalleryImage))],
  venue: ['oEstablecimiento', Venue],
  performances: ['listaFuncion', z._default(z.array(ShowPerformance), [])],
  promotions: ['listaPromocion', z.optional(z.array(ShowPromotion))],
});
export type ShowDetail = z.output<typeof ShowDetail>;

export const SectorKind = wireEnum({ seated: 'NUMERADO', standing: 'SIN_NUMERAR', quantity: 'CANTIDAD' });

export const Price = wireObject({
  priceTypeId: ['idTarifa', CatalogueId],
  name: ['cNombre', Text],
  /** Tax-included price of the ticket itself. */
  face: ['fPrecioFacial', Money],
  charges: ['fCargos', Money],
  final: ['fPrecioFinal', Money],
  /** Final price before national taxes. */
  net: ['fPrecioSinImpuestos', Money],
});
export type Price = z.output<typeof Price>;

export const PriceLevel = wireObject({
  id: ['idNivelDePrecio', CatalogueId],
  name: ['cNombre', Text],
  color: ['cColor', z.optional(Text)],
  /** Id of the map's category that it prices. */
  category: ['cCategoria', z.optional(Text)],
  prices: ['listaTarifa', z.array(Price)],
});
export type PriceLevel = z.output<typeof PriceLevel>;

export const Sector = wireObject({
  id: ['idSector', CatalogueId],
  name: ['cNombre', Text],
  kind: ['cTipo', SectorKind],
  capacity: ['nCapacidad', z.int()],
  /** Id of the map's section that it is. */
  section: ['cSeccion', z.optional(Text)],
  priceLevelIds: ['aNivelDePrecio', z.array(CatalogueId)],
});
export type Sector = z.output<typeof Sector>;

export const PerformanceDetail = wireObject({
  ...performance,
  show: ['oEspectaculo', Show],
  showSeo: ['cSeo', Text],
  /** With these two the show and its other dates are read; an earlier release left them out. */
  showId: ['idEspectaculoCartel', z.optional(CatalogueId)],
  showHash: ['hEspectaculoCartel', z.optional(LinkHash)],
  venue: ['oEstablecimiento', Venue],
  priceLevels: ['listaNivelDePrecio', z.array(PriceLevel)],
  sectors: ['listaSector', z.array(Sector)],
  /** Version of the venue's map, for `venueMapPath`. */
  mapHash: ['cMapa', z.optional(Text)],
  /** Most places of it that one purchase may hold. */
  mostPlaces: ['nMaximoPosiciones', z.optional(z.int())],
  /** Most places of it that one customer may hold and have bought, all purchases together; none at a counter. */
  mostPerCustomer: ['nMaximoPorCliente', z.optional(z.int())],
  /** At a counter: when counters end to sell it, which is after its start. */
  sellsUntil: ['dVentaHasta', z.optional(Instant)],
  /** Only when its places may be reserved now. */
  reservation: ['oReglaDeReserva', z.optional(ReservationRule)],
  changesAt,
});
export type PerformanceDetail = z.output<typeof PerformanceDetail>;

/** A shared cache may use an answer for twice as long (`stale-while-revalidate`), so that a change is seen within 5 s (decision 075). */
const CACHE_SECONDS = 2;

const publicList = <Item extends z.ZodMiniType>(path: string, item: Item, about: { summary: string; cacheSeconds: number }) =>
  ({
    method: 'GET',
    path,
    access: 'anonymous',
    answer: wireObject({ items: ['Lista', z.array(item)] }),
    ...about,
  }) as const satisfies Endpoint;

export const getBillboard = publicList('/v2/Cartelera', BillboardShow, {
  summary: 'The billboard: listed shows with performances to come, next one first',
  cacheSeconds: CACHE_SECONDS,
});

export const listShows = publicList('/v2/EspectaculosCartel', ListedShow, {
  summary: 'Every listed show with id, hash and seo name',
  cacheSeconds: CACHE_SECONDS,
});

const CountInAddress = (maximum: number) =>
  z.codec(z.string().check(z.regex(/^[1-9]\d{0,4}$/)), z.int().check(z.positive(), z.maximum(maximum)), { decode: Number, encode: String });

/** A performance to come, as calendars need it. */
const AgendaItem = wireObject({
  id: ['idFuncion', CatalogueId],
  startsAt: ['dFuncion', Instant],
  durationMinutes: ['nDuracionMinutos', z.optional(z.int())],
  showName: ['cEspectaculoNombre', Text],
  showSeo: ['cSeo', Text],
  venueId: ['idEstablecimiento', CatalogueId],
  venueName: ['cEstablecimientoNombre', Text],
  venueAddress: ['cDomicilio', Text],
  ...changesOfEvent,
});

export const listAgenda = {
  ...publicList('/v2/Agenda', AgendaItem, {
    summary: 'Performances to come of listed shows, in order, cancelled ones for a week: the next 1,000, or 5,000 of one show or venue',
    cacheSeconds: CACHE_SECONDS,
  }),
  query: wireObject({
    showId: ['idEspectaculoCartel', z.optional(CatalogueIdInPath)],
    venueId: ['idEstablecimiento', z.optional(CatalogueIdInPath)],
  }),
} as const satisfies Endpoint;

/** In minor units: more than any price that the database takes. */
const MOST_MONEY = 1_000_000_000_000;

/** Ranked by how well they fit; without a text like the billboard. Filters that are left out let everything through. */
export const searchShows = {
  method: 'POST',
  path: '/v2/EspectaculosCartel/Buscar',
  access: 'anonymous',
  summary: 'Listed shows with performances to come that have every word of a text, accents and typing errors forgiven',
  query: wireObject({
    /** 15 when it is left out. */
    perPage: ['cantXpagina', z.optional(CountInAddress(100))],
    /** From 1; a page past the last one has no items, and the same total. */
    page: ['pagina', z.optional(CountInAddress(10_000))],
  }),
  body: wireObject({
    text: ['cBuscar', z.optional(z.string().check(asText, z.maxLength(80), printable))],
    typeIds: ['aListaidTipoDeEspectaculo', z.optional(z.array(CatalogueId).check(z.maxLength(50)))],
    /** First and last day on which one of its performances is, each in the time of its venue. */
    from: ['dDesde', z.optional(PlainDate)],
    until: ['dHasta', z.optional(PlainDate)],
    venueId: ['idEstablecimiento', z.optional(CatalogueId)],
    /** The lowest final price of one of its performances is at most this; what is sold out has no price while others are left. */
    maxPrice: ['fPrecioMaximo', z.optional(Money.check(z.nonnegative(), z.maximum(MOST_MONEY)))],
  }),
  answer: wireObject({
    items: ['Lista', z.array(BillboardShow)],
    /** Of all pages. */
    total: ['nTotal', z.int()],
  }),
} as const satisfies Endpoint;

export const listShowTypes = publicList('/v2/EspectaculoCartelTipos', ShowType, {
  summary: 'Show types in order',
  cacheSeconds: CACHE_SECONDS,
});

export const getShow = {
  method: 'GET',
  path: '/v2/EspectaculoCartel/:id',
  access: 'anonymous',
  summary: 'One show with its venue and performances',
  params: wireObject({ showId: ['id', CatalogueIdInPath] }),
  query: wireObject({ hash: ['h', z.optional(Text)] }),
  refuses: ['event_not_available'],
  answer: ShowDetail,
  country: true,
  cacheSeconds: CACHE_SECONDS,
} as const satisfies Endpoint;

export const listVenues = publicList('/v2/Establecimientos', ListedVenue, {
  summary: 'Venues by name',
  cacheSeconds: CACHE_SECONDS,
});

export const getPerformance = {
  method: 'GET',
  path: '/v2/Funcion/:id',
  access: 'customer',
  summary: 'One performance with sectors, price levels and final prices',
  params: wireObject({ performanceId: ['id', CatalogueIdInPath] }),
  query: wireObject({ hash: ['h', z.optional(Text)] }),
  refuses: ['event_not_available'],
  answer: PerformanceDetail,
} as const satisfies Endpoint;

/** Not in the specification: the public page of a performance is rendered without a session. */
export const getPublicPerformance = {
  method: 'GET',
  path: '/v2/Funcion/:id/Ficha',
  access: 'anonymous',
  summary: 'One performance as everybody may see it, at the prices of the storefront',
  params: getPerformance.params,
  query: getPerformance.query,
  refuses: ['event_not_available'],
  answer: PerformanceDetail,
  cacheSeconds: CACHE_SECONDS,
} as const satisfies Endpoint;
