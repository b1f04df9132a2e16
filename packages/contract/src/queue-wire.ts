import type { JoinRequest, QueueState, TurnAnswer } from './queue.ts';

/*
 * What the waiting page says to the queue host and hears from it. Without the codecs, which are larger than the page that everybody
 * loads at the same minute may be, and with the wire's names, which no other package knows. A field that is not as declared counts as
 * absent; an answer without its one required field is none.
 */

export const writeTurnRequest = (performanceId: number): string => JSON.stringify({ idFuncion: performanceId });

export const writeJoinRequest = ({ code, accessible, work }: JoinRequest): string =>
  JSON.stringify({ cCodigo: code, lAccesible: accessible, oTrabajo: work && { cTexto: work.text, nContador: work.counter } });

export function readTurnAnswer(wire: unknown): TurnAnswer | null {
  const { redirect_url: redirectUrl, cPase, dPaseHasta } = recordOf(wire);
  if (typeof redirectUrl !== 'string') return null;
  const passUntil = instantOf(dPaseHasta);
  return {
    redirectUrl,
    ...(typeof cPase === 'string' ? { pass: cPase } : {}),
    ...(passUntil === undefined ? {} : { passUntil }),
  };
}

export function readQueueState(wire: unknown): QueueState | null {
  const { redirect_url: redirectUrl, oNumero, ctImpedimento, oDesafio, lTurnoVencido } = recordOf(wire);
  if (typeof redirectUrl !== 'string') return null;
  const number = numberOf(recordOf(oNumero));
  const obstacle = obstacles.get(ctImpedimento);
  const challenge = challengeOf(recordOf(oDesafio));
  return {
    redirectUrl,
    ...(number ? { number } : {}),
    ...(obstacle ? { obstacle } : {}),
    ...(challenge ? { challenge } : {}),
    ...(typeof lTurnoVencido === 'boolean' ? { isTurnOver: lTurnoVencido } : {}),
  };
}

type OwnNumber = NonNullable<QueueState['number']>;

const laneNames = new Map<unknown, OwnNumber['lane']>([
  ['PRIORITARIA', 'priority'],
  ['GENERAL', 'general'],
  ['FINAL', 'late'],
]);
const obstacles = new Map<unknown, NonNullable<QueueState['obstacle']>>([
  ['TRABAJO', 'work'],
  ['LOGIN', 'login'],
  ['CODIGO', 'code'],
  ['CERRADA', 'closed'],
]);

function numberOf({ ctFila, nNumero, cGrupo, nVez, dDesde, lAccesible }: Record<string, unknown>): OwnNumber | undefined {
  const lane = laneNames.get(ctFila);
  const joinedAt = instantOf(dDesde);
  if (!lane || typeof nNumero !== 'number' || typeof cGrupo !== 'string' || typeof nVez !== 'number' || joinedAt === undefined)
    return undefined;
  return { lane, number: nNumero, group: cGrupo, epoch: nVez, joinedAt, accessible: lAccesible === true };
}

const challengeOf = ({ cTexto, nBits }: Record<string, unknown>): QueueState['challenge'] =>
  typeof cTexto === 'string' && typeof nBits === 'number' ? { text: cTexto, bits: nBits } : undefined;

function instantOf(text: unknown): number | undefined {
  const epochMs = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
