import * as z from 'zod/mini';
import { CatalogueId, Instant, wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

export { PASS_HEADER, QUEUE_HOST, queueCalls } from './queue-addresses.ts';

/** EN-050. */
export const QueuedPerformances = z.array(z.int());

export const TurnRequest = wireObject({ performanceId: ['idFuncion', CatalogueId] });

/** EN-051. An empty address means that the visitor waits; any other one that they may go on, here or there. */
export const TurnAnswer = wireObject({
  redirectUrl: ['redirect_url', z.string()],
  /** To be sent with what takes places, where the room is open and the visitor logged in. */
  pass: ['cPase', z.optional(z.string())],
  passUntil: ['dPaseHasta', z.optional(Instant)],
});
export type TurnAnswer = z.output<typeof TurnAnswer>;

export const LaneName = wireEnum({ priority: 'PRIORITARIA', general: 'GENERAL', late: 'FINAL' });

export const JoinRequest = wireObject({
  /** A presale code. */
  code: ['cCodigo', z.optional(z.string().check(z.maxLength(64)))],
  /** For accessible places alone. */
  accessible: ['lAccesible', z.optional(z.boolean())],
  /** The solution of the challenge that the last answer brought. */
  work: [
    'oTrabajo',
    z.optional(
      wireObject({ text: ['cTexto', z.string().check(z.maxLength(200))], counter: ['nContador', z.int().check(z.nonnegative())] }),
    ),
  ],
});
export type JoinRequest = z.output<typeof JoinRequest>;

/** Why somebody has no number. */
export const QueueObstacle = wireEnum({
  /** Work to be done first: `challenge`. */
  work: 'TRABAJO',
  /** The room gives one number to each account. */
  login: 'LOGIN',
  /** The code is unknown or used up. */
  code: 'CODIGO',
  /** No more numbers are given out. */
  closed: 'CERRADA',
});
export type QueueObstacle = z.output<typeof QueueObstacle>;

/** The visitor's own part of the room; what concerns everybody is in the document. */
export const QueueState = wireObject({
  /** As in `TurnAnswer`: not empty once the visitor may go in. */
  redirectUrl: ['redirect_url', z.string()],
  number: [
    'oNumero',
    z.optional(
      wireObject({
        lane: ['ctFila', LaneName],
        number: ['nNumero', z.int()],
        group: ['cGrupo', z.string()],
        /** Resetting a room makes numbers of before worthless. */
        epoch: ['nVez', z.int()],
        joinedAt: ['dDesde', Instant],
        accessible: ['lAccesible', z.boolean()],
      }),
    ),
  ],
  obstacle: ['ctImpedimento', z.optional(QueueObstacle)],
  challenge: ['oDesafio', z.optional(wireObject({ text: ['cTexto', z.string()], bits: ['nBits', z.int()] }))],
  /** The turn passed without being used; `number` is a new one at the end of the line. */
  isTurnOver: ['lTurnoVencido', z.optional(z.boolean())],
});
export type QueueState = z.output<typeof QueueState>;

/** Why a call that takes places is refused where a waiting room is open. */
export const TurnObstacle = wireEnum({
  /** There is no pass with the call, or none of this performance. */
  missing: 'FALTA',
  /** Its time is over. */
  over: 'VENCIDO',
  /** It belongs to another account. */
  other_account: 'OTRA_CUENTA',
  /** It came from the lane for accessible places, and is for those alone. */
  accessible_only: 'SOLO_ACCESIBLES',
});
export type TurnObstacle = z.output<typeof TurnObstacle>;
