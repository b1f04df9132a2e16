import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { PlaceId, ProcessType, Purchase, purchaseInPath } from './purchase.ts';
import { CatalogueId, CatalogueIdInPath, Money, OpaqueId, Text, wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** More than any deployment's own limit; what one purchase may hold is configuration. */
const MOST_IN_A_CALL = 40;

const Places = z.array(PlaceId).check(z.minLength(1), z.maxLength(MOST_IN_A_CALL));
const PriceTypes = z.optional(z.array(CatalogueId).check(z.maxLength(MOST_IN_A_CALL)));

/** Places by their ids, each with the price type at the same position; without price types each has its level's first. */
const chosenPlaces = {
  performanceId: ['idFuncion', CatalogueId],
  placeIds: ['aPosicion', Places],
  priceTypeIds: ['aTarifa', PriceTypes],
} as const;

/** A number of the best free places: of a sector, of a price level, or of any when both are left out. */
export const QuantityRequest = wireObject({
  sectorId: ['idSector', z.optional(CatalogueId)],
  priceLevelId: ['idNivelDePrecio', z.optional(CatalogueId)],
  priceTypeId: ['idTarifa', z.optional(CatalogueId)],
  quantity: ['nCantidad', z.int().check(z.positive(), z.maximum(MOST_IN_A_CALL))],
  /** Places for a wheelchair and its companion, which are given only on request. */
  accessible: ['lAccesible', z.optional(YesNo)],
});
export type QuantityRequest = z.output<typeof QuantityRequest>;

const quantityRequests = {
  performanceId: ['idFuncion', CatalogueId],
  quantities: ['listaSector', z.array(QuantityRequest).check(z.minLength(1), z.maxLength(10))],
} as const;

/** The purchase with its new places. */
export const Taken = wireObject({
  purchase: ['oProceso', Purchase],
  /** Places that this call added. */
  placeIds: ['aPosicion', z.array(PlaceId)],
  /** False when the sector had enough places, but none side by side. */
  contiguous: ['lContiguas', YesNo],
});
export type Taken = z.output<typeof Taken>;

/** The kind of purchase to start: `box` is for the box office only; left out, it follows from the session's role. */
const processType = { type: ['ctProcess', z.optional(ProcessType)] } as const;

export const takePlaces = {
  method: 'POST',
  path: '/v2/Proceso/0/Posiciones/Tomar',
  access: 'customer',
  key: 'optional',
  summary: 'Start a purchase with these places, all or none',
  body: wireObject({ ...chosenPlaces, ...processType }),
  refuses: [
    'not_for_you',
    'not_found',
    'not_on_sale',
    'places_taken',
    'too_many_places',
    'too_many_purchases',
    'crowded_network',
    'turn_needed',
    'purchase_over',
    'purchase_paying',
  ],
  answer: Taken,
} as const satisfies Endpoint;

export const takeQuantities = {
  method: 'POST',
  path: '/v2/Proceso/0/Posiciones/TomarGrupo',
  access: 'customer',
  key: 'optional',
  summary: 'Start a purchase with so many places, the best ones that are free, all or none',
  body: wireObject({ ...quantityRequests, ...processType }),
  refuses: [
    'not_for_you',
    'not_found',
    'not_on_sale',
    'not_enough_places',
    'too_many_places',
    'too_many_purchases',
    'crowded_network',
    'turn_needed',
    'purchase_over',
    'purchase_paying',
  ],
  answer: Taken,
} as const satisfies Endpoint;

export const takeMore = {
  method: 'POST',
  path: '/v2/Proceso/:id/Posiciones/Tomar',
  access: 'customer',
  key: 'optional',
  summary: 'Add places to an open purchase, by id or by quantity, all or none',
  params: purchaseInPath,
  body: wireObject({
    performanceId: ['idFuncion', CatalogueId],
    placeIds: ['aPosicion', z.optional(Places)],
    priceTypeIds: ['aTarifa', PriceTypes],
    quantities: ['listaSector', z.optional(z.array(QuantityRequest).check(z.minLength(1), z.maxLength(10)))],
  }),
  refuses: [
    'not_on_sale',
    'places_taken',
    'not_enough_places',
    'too_many_places',
    'crowded_network',
    'turn_needed',
    'cannot_reserve',
    'purchase_over',
    'purchase_paying',
  ],
  answer: Taken,
} as const satisfies Endpoint;

/** CA-092: at the alternative base, where it takes what both calls that start a purchase do. */
export const startPurchase = {
  method: 'POST',
  path: '/v3/procesodecompra',
  access: 'customer',
  key: 'optional',
  summary: 'Start a purchase, by places or by quantity, all or none; second version, used where the alternative base is configured',
  body: wireObject({
    performanceId: ['idFuncion', CatalogueId],
    placeIds: ['aPosicion', z.optional(Places)],
    priceTypeIds: ['aTarifa', PriceTypes],
    quantities: ['listaSector', z.optional(z.array(QuantityRequest).check(z.minLength(1), z.maxLength(10)))],
    ...processType,
  }),
  refuses: [...new Set([...takePlaces.refuses, ...takeQuantities.refuses])],
  answer: Taken,
} as const satisfies Endpoint;

export const setPlaces = {
  method: 'POST',
  path: '/v2/Proceso/:id/Posiciones',
  access: 'customer',
  summary: 'Make the places of one performance exactly these: takes what is missing, gives back the rest, all or nothing (C-20)',
  params: purchaseInPath,
  body: wireObject({
    ...chosenPlaces,
    placeIds: ['aPosicion', z.array(PlaceId).check(z.maxLength(MOST_IN_A_CALL))],
  }),
  refuses: [
    'not_on_sale',
    'places_taken',
    'too_many_places',
    'crowded_network',
    'turn_needed',
    'cannot_reserve',
    'purchase_over',
    'purchase_paying',
  ],
  answer: Taken,
} as const satisfies Endpoint;

export const changeSector = {
  method: 'POST',
  path: '/v2/Proceso/:id/Posiciones/CambiarParaSector',
  access: 'customer',
  summary: 'Move the places of one performance, or those of one of its sectors, to the best ones of another sector: all of them, or none',
  params: purchaseInPath,
  body: wireObject({
    performanceId: ['idFuncion', CatalogueId],
    sectorId: ['idSector', CatalogueId],
    /** Left out, all places that are not in the other sector yet are moved. */
    fromSectorId: ['idSectorActual', z.optional(CatalogueId)],
  }),
  refuses: [
    'not_found',
    'not_on_sale',
    'places_taken',
    'not_enough_places',
    'too_many_places',
    'crowded_network',
    'turn_needed',
    'cannot_reserve',
    'purchase_over',
    'purchase_paying',
    'busy',
  ],
  answer: Taken,
} as const satisfies Endpoint;

const release = (path: string) =>
  ({
    method: 'POST',
    path,
    access: 'customer',
    summary: 'Give back all places of one performance',
    params: purchaseInPath,
    body: wireObject({ performanceId: ['idFuncion', CatalogueId] }),
    refuses: ['not_on_sale', 'cannot_reserve', 'purchase_over', 'purchase_paying'],
    answer: Purchase,
  }) as const satisfies Endpoint;

export const releaseGroup = release('/v2/Proceso/:id/Posiciones/SoltarGrupo');
export const releasePerformance = release('/v2/Proceso/:id/Posiciones/SoltarFuncion');

/** What a performance has left: counts by sector first, the places themselves by the version's own address. */
export const Availability = wireObject({
  performanceId: ['idFuncion', CatalogueId],
  /** Hash of the places' bits: equal bits, equal version, on every server. */
  version: ['cVersion', z.string().check(z.regex(/^[0-9a-f]{16}$/))],
  free: ['nLibres', z.int()],
  sectors: [
    'listaSector',
    z.array(
      wireObject({
        sectorId: ['idSector', CatalogueId],
        free: ['nLibres', z.int()],
        lowestPrice: ['fPrecioDesde', z.optional(Money)],
      }),
    ),
  ],
});
export type Availability = z.output<typeof Availability>;

export const getAvailability = {
  method: 'GET',
  path: '/v2/Funcion/:id/Disponibilidad',
  access: 'anonymous',
  summary: 'How many places each sector has left, and the version of the places’ bits',
  params: wireObject({ performanceId: ['id', CatalogueIdInPath] }),
  /** `box`: for a counter, which sells longer than the shop. */
  query: wireObject(processType),
  answer: Availability,
  cacheSeconds: 1,
  live: true,
} as const satisfies Endpoint;

/** The header that says of which version the bits are: a process that does not know the version asked for answers with those of now. */
export const AVAILABILITY_VERSION = 'x-availability-version';

/** Where the bits of a version are: one bit per place in map order, set when it can be taken, bit i of byte i >> 3. */
export const availabilityBitsPath = (performanceId: number, version: string) => `/v2/Funcion/${performanceId}/Disponibilidad/${version}`;

/** Where a venue's map is, as its authors wrote it; a version never changes. */
export const venueMapPath = (hash: string) => `/v2/Mapa/${hash}`;

/** Raised when the same map is drawn in another way, so that caches drop the old drawing. */
const DRAWING = 1;

/** Where a venue's map is drawn without its places: the `VenuePicture` of packages/venue-map, as JSON; a version never changes. */
export const venuePicturePath = (hash: string) => `${venueMapPath(hash)}/Dibujo/${DRAWING}`;

/**
 * Which limit a claim would pass: places of one purchase in one performance, or in all of them; places of one performance that one
 * customer may hold and have bought; places that one customer, or one clerk, may hold unpaid.
 */
export const PlacesLimit = wireEnum({ performance: 'FUNCION', purchase: 'COMPRA', customer: 'CLIENTE', unpaid: 'SIN_PAGAR' });
export type PlacesLimit = z.output<typeof PlacesLimit>;

export const listPlacesRules = {
  method: 'GET',
  path: '/v2/Funcion/:id/Limites',
  access: 'customer',
  summary: 'The limits of places that a claim of this customer would be judged by, with what counts beside the purchase that is named',
  params: wireObject({ performanceId: ['id', CatalogueIdInPath] }),
  query: wireObject({ purchaseId: ['idProcesoDeCompra', z.optional(OpaqueId)] }),
  answer: wireObject({
    items: ['Lista', z.array(wireObject({ limit: ['ctLimite', PlacesLimit], most: ['nMaximo', z.int()], has: ['nTiene', z.int()] }))],
  }),
  refuses: ['not_found', 'not_on_sale'],
} as const satisfies Endpoint;

/** Facts of a refused claim: the places that are taken, so that the map corrects itself. */
export const TakenPlaces = wireObject({ placeIds: ['aPosicion', z.array(PlaceId)] });

/** Places that a purchase has lost; a place is known by its performance and its number in that hall. */
export const LostPlaces = wireObject({
  performances: [
    'listaFuncion',
    z.array(
      wireObject({
        performanceId: ['idFuncion', CatalogueId],
        placeIds: ['aPosicion', z.array(PlaceId)],
        /** All of its places went, because it was cancelled or taken off sale. */
        isOffSale: ['lFueraDeVenta', z.optional(YesNo)],
      }),
    ),
  ],
});
export type LostPlaces = z.output<typeof LostPlaces>;

/** What there is instead of so many places side by side. */
export const Offers = wireObject({
  sectors: [
    'listaSector',
    z.array(wireObject({ sectorId: ['idSector', CatalogueId], name: ['cNombre', Text], free: ['nLibres', z.int()] })),
  ],
});
