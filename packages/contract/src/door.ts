import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { Nomination } from './nomination.ts';
import { CatalogueId, Instant, Text, Typed, TypedIdentifier, wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** A code has 122 characters; what a camera sees besides tickets is longer at times. */
const LONGEST_CODE = 1000;
const LONGEST_DOOR = 40;

/** What a door learns of a code. Only `valid` lets somebody in, and only once. */
export const ReadResult = wireEnum({
  valid: 'VALIDA',
  used: 'USADA',
  /** Returned or cancelled, or another ticket stands for it. */
  void: 'ANULADA',
  other_performance: 'OTRA_FUNCION',
  unknown: 'DESCONOCIDA',
});
export type ReadResult = z.output<typeof ReadResult>;

/** What is printed on the ticket, to be compared with where its bearer wants to sit and what was paid. */
const ReadTicket = wireObject({
  number: ['cNumero', Text],
  sectorName: ['cSectorNombre', Text],
  row: ['cFila', z.optional(Text)],
  seat: ['cAsiento', z.optional(Text)],
  priceTypeName: ['cTarifaNombre', Text],
  /** Whether its show asks for names, and whose ticket it is, to be compared with the bearer’s document. */
  asksForName: ['lNominativa', YesNo],
  nomination: ['oNominacion', z.optional(Nomination)],
});

export const readCode = {
  method: 'POST',
  path: '/v2/Puerta/Leer',
  access: 'door',
  key: 'optional',
  summary: 'Read the code of a ticket at the door of a performance; each ticket is valid once',
  body: wireObject({
    /** The performance that people are let in to. */
    performanceId: ['idFuncion', CatalogueId],
    /** What the QR holds. */
    code: ['cCodigo', TypedIdentifier(LONGEST_CODE)],
    /** Which of several doors this is, in its staff’s words. */
    door: ['cPuerta', z.optional(Typed(LONGEST_DOOR))],
  }),
  refuses: ['not_found', 'event_not_available', 'too_many_attempts'],
  answer: wireObject({
    result: ['cResultado', ReadResult],
    /** Of every result but `unknown`. */
    ticket: ['oEntrada', z.optional(ReadTicket)],
    /** With `void`: another ticket of its order stands for it, because it was issued anew or its place was changed. */
    isReplaced: ['lReemplazada', z.optional(YesNo)],
    /** With `valid` and `used`: when it was let in, and at which door. */
    usedAt: ['dUso', z.optional(Instant)],
    usedDoor: ['cPuertaUso', z.optional(Text)],
    /** With `other_performance`: the one that the ticket is for. */
    performance: [
      'oFuncion',
      z.optional(
        wireObject({
          id: ['idFuncion', CatalogueId],
          showName: ['cEspectaculoCartelNombre', Text],
          startsAt: ['dFuncion', Instant],
          timeZone: ['cZonaHoraria', Text],
          venueName: ['cEstablecimientoNombre', Text],
        }),
      ),
    ],
  }),
} as const satisfies Endpoint;
