import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { LaneName } from './queue.ts';
import {
  asIdentifier,
  asText,
  CatalogueId,
  CatalogueIdInPath,
  Instant,
  printableLines,
  Text,
  TypedIdentifier,
  wireEnum,
  YesNo,
} from './scalars.ts';
import { optionalFields, wireObject } from './wire.ts';

/** `standby`: nobody waits until it opens; the others as the public document has them. */
export const RoomPhase = wireEnum({
  standby: 'EN_GUARDIA',
  pre: 'PREVIA',
  active: 'ACTIVA',
  paused: 'PAUSADA',
  draining: 'VACIANDO',
  sold_out: 'AGOTADA',
  closed: 'CERRADA',
});
export type RoomPhase = z.output<typeof RoomPhase>;

/** What keeps the pace from being faster. */
const PaceReason = wireEnum({
  rate: 'RITMO',
  inside: 'ADENTRO',
  stock: 'LUGARES',
  latency: 'DEMORA',
  start: 'COMIENZO',
  /** Nobody of many who were called goes in. */
  silence: 'SILENCIO',
});
export type PaceReason = z.output<typeof PaceReason>;

/** What moves a room from one phase to another. */
const RoomVerb = wireEnum({
  /** A room that stands by. */
  open_now: 'ABRIR_YA',
  pause: 'PAUSAR',
  resume: 'REANUDAR',
  /** No more numbers; those who wait are let in. */
  drain: 'VACIAR',
  sell_out: 'AGOTAR',
  close: 'CERRAR',
});
export type RoomVerb = z.output<typeof RoomVerb>;

const Count = z.int().check(z.nonnegative());
const between = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

/** The organiser's word, by language; a language without a text says nothing. */
const Word = z.optional(z.string().check(asText, z.maxLength(300), printableLines));

/** The least and the most of each number that is turned. */
export const knobBounds = {
  perMinute: { least: 1, most: 100_000 },
  mostInside: { least: 1, most: 1_000_000 },
  graceSeconds: { least: 30, most: 3600 },
  passMinutes: { least: 1, most: 60 },
  mostPlaces: { least: 1, most: 100 },
  unreachablePerMinute: { least: 0, most: 100_000 },
  standbyArrivals: { least: 1, most: 1_000_000 },
} as const;

const bounded = (knob: keyof typeof knobBounds) => between(knobBounds[knob].least, knobBounds[knob].most);

const knobs = {
  perMinute: ['nPorMinuto', bounded('perMinute')],
  mostInside: ['nMaximoAdentro', bounded('mostInside')],
  /** How long a turn is kept. */
  graceSeconds: ['nSegundosDeTurno', bounded('graceSeconds')],
  /** How long there is to choose places. */
  passMinutes: ['nMinutosParaElegir', bounded('passMinutes')],
  /** Places that one turn may take; null: as many as the show allows each customer. */
  mostPlaces: ['nMaximoLugares', z.nullable(bounded('mostPlaces'))],
  onePerAccount: ['lUnoPorCuenta', YesNo],
  accessibleLane: ['lFilaAccesible', YesNo],
  /** Whether the draw puts numbers of crowded networks last, or only shows them here. */
  demotes: ['lPosterga', YesNo],
  /** How many are let in a minute while the store of numbers does not answer. */
  unreachablePerMinute: ['nPorMinutoSinServicio', bounded('unreachablePerMinute')],
  /** A room that stands by opens when so many people came within a minute; null: it is opened by hand. */
  standbyArrivals: ['nLlegadasParaAbrir', z.nullable(bounded('standbyArrivals'))],
  message: ['oMensaje', wireObject({ es: ['cEs', Word], en: ['cEn', Word], pt: ['cPt', Word] })],
} as const;

const OfficeKnobs = wireObject(knobs);
export type OfficeKnobs = z.output<typeof OfficeKnobs>;

/** The draw may be put off, or brought forward, until it is made. */
const changed = { ...optionalFields(knobs), startsAt: ['dComienzo', z.optional(Instant)] } as const;

/** A line of the log that nobody can change. */
const RoomChange = wireObject({
  at: ['dMomento', Instant],
  /** Who did it; absent when their account was erased, and for what the room did by itself. */
  staffName: ['cQuien', z.optional(Text)],
  verb: [
    'cAccion',
    wireEnum({
      open: 'ABRIR',
      /** It stood by, and enough people came. */
      opened_itself: 'SE_ABRIO',
      change: 'AJUSTAR',
      add_codes: 'AGREGAR_CODIGOS',
      remove_codes: 'QUITAR_CODIGOS',
      open_now: 'ABRIR_YA',
      pause: 'PAUSAR',
      resume: 'REANUDAR',
      drain: 'VACIAR',
      sell_out: 'AGOTAR',
      close: 'CERRAR',
    }),
  ],
  /** What was turned, as it was and as it is; of an opening, all. */
  before: ['oAntes', z.optional(wireObject(changed))],
  after: ['oDespues', z.optional(wireObject(changed))],
  /** Of presale codes: how many. */
  codes: ['nCodigos', z.optional(Count)],
});
export type RoomChange = z.output<typeof RoomChange>;

/** A performance that may have a waiting room. */
const QueuePerformance = wireObject({
  id: ['idFuncion', CatalogueId],
  showName: ['cEspectaculoCartelNombre', Text],
  venueName: ['cEstablecimientoNombre', Text],
  startsAt: ['dFuncion', Instant],
  timeZone: ['cZonaHoraria', Text],
  /** When its sale starts, if that is known. */
  onSaleAt: ['dVenta', z.optional(Instant)],
  /** Cancelled, or begun: no room is opened for it any more. */
  isOver: ['lTerminada', YesNo],
});
export type QueuePerformance = z.output<typeof QueuePerformance>;

const RoomSample = wireObject({
  at: ['dMomento', Instant],
  waiting: ['nEsperan', Count],
  inside: ['nAdentro', Count],
  called: ['nLlamados', Count],
  redeemed: ['nEntraron', Count],
  free: ['nLibres', z.optional(Count)],
  held: ['nTomadas', z.optional(Count)],
});
export type RoomSample = z.output<typeof RoomSample>;

/** What the process that lets people in saw at its last tick. */
const RoomPulse = wireObject({
  at: ['dMomento', Instant],
  /** Passes in use. */
  inside: ['nAdentro', Count],
  called: ['nLlamados', Count],
  redeemed: ['nEntraron', Count],
  /** The share of those called who go in. */
  showRate: ['nPresentes', z.number()],
  /** People called in the last minute. */
  perMinute: ['nPorMinuto', Count],
  reason: ['ctLimite', PaceReason],
  claimP95Ms: ['nMilisegundos', z.optional(Count)],
  /** Absent while the performance is not on sale. */
  stock: ['oLugares', z.optional(wireObject({ free: ['nLibres', Count], held: ['nTomadas', Count], sold: ['nVendidas', Count] }))],
});

const OfficeRoom = wireObject({
  /** It grows each time the room is opened; numbers of before are worth nothing. */
  epoch: ['nVez', z.int()],
  phase: ['ctFase', RoomPhase],
  /** When those who are there are drawn; absent where people queue in the order of their arrival. */
  startsAt: ['dComienzo', z.optional(Instant)],
  openedAt: ['dApertura', Instant],
  closedAt: ['dCierre', z.optional(Instant)],
  isDrawn: ['lSorteada', YesNo],
  /** What may be done in this phase. */
  verbs: ['aAccion', z.array(RoomVerb)],
  waiting: ['nEsperan', Count],
  /** Counted while it stands by. */
  arrivals: ['nLlegadas', Count],
  lanes: [
    'listaFila',
    z.array(
      wireObject({
        lane: ['ctFila', LaneName],
        issued: ['nEntregados', Count],
        serving: ['nLlamados', Count],
        lapsed: ['nVencidos', Count],
      }),
    ),
  ],
  /** Absent until the first people are let in. */
  pulse: ['oPulso', z.optional(RoomPulse)],
  knobs: ['oAjustes', OfficeKnobs],
  /** Of the last hour, one for each half minute; the oldest first. */
  samples: ['listaMuestra', z.array(RoomSample)],
  /** Networks with more numbers than a household and an office together, the largest first; as they are now, or as the draw found them. */
  suspects: [
    'oSospechosos',
    wireObject({
      numbers: ['nNumeros', Count],
      networks: ['listaRed', z.array(wireObject({ network: ['cRed', Text], numbers: ['nNumeros', Count] }))],
      /** The draw has put them last. */
      areLast: ['lPostergados', YesNo],
    }),
  ],
  codes: ['oCodigos', wireObject({ count: ['nCodigos', Count], usesLeft: ['nUsos', Count] })],
  commitment: ['cCompromiso', Text],
  /** Where anybody can read the proof, once the room is closed. */
  proof: ['cPrueba', z.optional(Text)],
  /** The newest first. */
  changes: ['listaCambio', z.array(RoomChange)],
});
export type OfficeRoom = z.output<typeof OfficeRoom>;

const RoomOfPerformance = wireObject({
  now: ['dServidor', Instant],
  performance: ['oFuncion', QueuePerformance],
  /** Absent where there has never been one. */
  room: ['oFila', z.optional(OfficeRoom)],
  /** What a room is opened with where nothing else is said. */
  usual: ['oHabitual', OfficeKnobs],
});
export type RoomOfPerformance = z.output<typeof RoomOfPerformance>;

const params = wireObject({ performanceId: ['idFuncion', CatalogueIdInPath] });

export const listOfficeRooms = {
  method: 'GET',
  path: '/v2/Oficina/Filas',
  access: 'organiser',
  summary: 'Performances that may have a waiting room, and what their rooms do; those with an open room first',
  answer: wireObject({
    now: ['dServidor', Instant],
    items: [
      'Lista',
      z.array(
        wireObject({
          performance: ['oFuncion', QueuePerformance],
          room: [
            'oFila',
            z.optional(
              wireObject({ phase: ['ctFase', RoomPhase], startsAt: ['dComienzo', z.optional(Instant)], waiting: ['nEsperan', Count] }),
            ),
          ],
        }),
      ),
    ],
  }),
} as const satisfies Endpoint;

export const getOfficeRoom = {
  method: 'GET',
  path: '/v2/Oficina/Fila/:idFuncion',
  access: 'organiser',
  summary: 'The waiting room of a performance as it is now: who waits, who goes in, what bounds the pace, what was done to it',
  params,
  answer: RoomOfPerformance,
} as const satisfies Endpoint;

export const openRoom = {
  method: 'POST',
  path: '/v2/Oficina/Fila/:idFuncion/Abrir',
  access: 'organiser',
  summary:
    'Opens the waiting room of a performance, or lets it stand by until a crowd comes; numbers of an earlier opening are worth nothing',
  params,
  body: wireObject({
    ...optionalFields(knobs),
    /** When those who are there are drawn; left out, or past: at once, in the order of arrival. */
    startsAt: ['dComienzo', z.optional(Instant)],
    standsBy: ['lEnGuardia', z.optional(YesNo)],
  }),
  refuses: ['room_is_open', 'not_on_sale'],
  answer: RoomOfPerformance,
} as const satisfies Endpoint;

export const changeRoom = {
  method: 'POST',
  path: '/v2/Oficina/Fila/:idFuncion/Ajustar',
  access: 'organiser',
  summary: 'Turns knobs of an open waiting room; what is left out stays. Visitors see it within three seconds',
  params,
  body: wireObject(changed),
  refuses: ['wrong_phase'],
  answer: RoomOfPerformance,
} as const satisfies Endpoint;

export const moveRoom = {
  method: 'POST',
  path: '/v2/Oficina/Fila/:idFuncion',
  access: 'organiser',
  summary: 'Opens a room that stands by, pauses, resumes, drains, sells out or closes a room',
  params,
  body: wireObject({ verb: ['cAccion', RoomVerb] }),
  refuses: ['wrong_phase'],
  answer: RoomOfPerformance,
} as const satisfies Endpoint;

const MOST_CODES_AT_ONCE = 1000;

/** Kept in capitals; visitors may type it as they like. */
const Code = z.string().check(asIdentifier, z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{3,63}$/));

export const addRoomCodes = {
  method: 'POST',
  path: '/v2/Oficina/Fila/:idFuncion/Codigos',
  access: 'organiser',
  summary:
    'Adds presale codes to an open waiting room: one of the organiser’s own, or so many new ones, which are answered here and never again',
  params,
  body: wireObject({
    /** One of the organiser’s own; one that is there has these uses from now on. */
    code: ['cCodigo', z.optional(Code)],
    /** So many new ones. */
    count: ['nCodigos', z.optional(between(1, MOST_CODES_AT_ONCE))],
    /** How often each may be used. */
    uses: ['nUsos', between(1, 1_000_000)],
  }),
  refuses: ['wrong_phase'],
  answer: wireObject({ codes: ['aCodigo', z.array(Text)], state: ['oEstado', RoomOfPerformance] }),
} as const satisfies Endpoint;

export const removeRoomCodes = {
  method: 'POST',
  path: '/v2/Oficina/Fila/:idFuncion/Codigos/Quitar',
  access: 'organiser',
  summary: 'Removes a presale code, or all of them; numbers that were got with it stay where they are',
  params,
  body: wireObject({ code: ['cCodigo', z.optional(TypedIdentifier(64))] }),
  refuses: ['wrong_phase'],
  answer: RoomOfPerformance,
} as const satisfies Endpoint;
