import type { LanguageCode } from '@butaca/brand/languages';
import { type AnswerOf, type ReadResult, Refusal, type readCode as readCodeCall } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { type Click, useKey } from '#db/used-key';
import type { DocumentBrand } from './documents/wording.ts';
import { priceTypeOnTicket } from './order.ts';
import { findPerformances } from './queries.ts';
import {
  findDoorPerformance,
  findEntry,
  insertReading,
  lockMisses,
  lockTicket,
  missWait,
  type Reading,
  type TicketAtDoorRow,
} from './queries-readings.ts';
import { type CodedTicket, type TicketCodes, ticketNumber } from './ticket-code.ts';

type Answer = AnswerOf<typeof readCodeCall>;

export interface CodeReading {
  /** The performance that the door lets people in to. */
  readonly performanceId: number;
  readonly code: string;
  readonly door: string | undefined;
  readonly readBy: string;
  readonly sessionId: string;
  /** Of the reading; one without is never repeated. */
  readonly click: Click | undefined;
}

/** More than a camera's slips, and few enough that a stolen session neither guesses nor fills the log. */
const MISSES = { most: 20, withinSeconds: 60 };

/**
 * Reads a code at a door. The first reading of a valid ticket lets its bearer in; every later one is `used`, but for the same reading
 * sent again. Each is kept with who, when and what was answered.
 */
export async function readCode(
  { db, codes, brand }: { db: Db; codes: TicketCodes; brand: Pick<DocumentBrand, 'language'> },
  reading: CodeReading,
): Promise<Answer> {
  const [performance] = await findDoorPerformance(db, reading.performanceId);
  if (!performance) throw new Refusal('not_found');
  if (performance.state === 'cancelled') throw new Refusal('event_not_available');
  await refuseAfterMisses(db, reading);
  const coded = codes.read(reading.code);
  const known = coded && (await db.begin((tx) => readTicket(tx, { ...reading, language: brand.language }, coded)));
  if (!known) return keepMiss(db, reading);
  return known.result === 'other_performance' ? { ...known, ...(await performanceOf(db, coded.performanceId)) } : known;
}

/** Undefined for a ticket that the database does not know. */
async function readTicket(
  tx: Tx,
  reading: CodeReading & Pick<DocumentBrand, 'language'>,
  { id, performanceId }: CodedTicket,
): Promise<Answer | undefined> {
  if (reading.click) await useKey(tx, reading.click);
  const [row] = await lockTicket(tx, { id, performanceId });
  if (!row) return undefined;
  const answer = (result: ReadResult): Answer => ({
    result,
    ...(result === 'void' && row.isReplaced ? { isReplaced: true } : {}),
    ticket: presentTicket(id, row, reading.language),
  });
  const keep = (result: ReadResult) => insertReading(tx, rowOf(reading, result, id));
  const isElsewhere = performanceId !== reading.performanceId;
  // A reading sent again gets its first answer, even if the ticket was given back meanwhile: its bearer is inside.
  let entry = isElsewhere ? undefined : (await findEntry(tx, performanceId, id))[0];
  if (!entry && (isElsewhere || row.state === 'void')) {
    const result = row.state === 'void' ? 'void' : 'other_performance';
    await keep(result);
    return answer(result);
  }
  if (!entry) {
    const [entered] = await keep('valid');
    if (entered) return { ...answer('valid'), ...useOf({ readAt: entered.readAt, door: reading.door ?? null }) };
    entry = (await findEntry(tx, performanceId, id))[0];
    if (!entry) throw new Error('a ticket was let in by a reading that is not there');
  }
  const isSame = entry.readBy === reading.readBy && entry.idempotencyKey === reading.click?.key;
  if (!isSame) await keep('used');
  return { ...answer(isSame ? 'valid' : 'used'), ...useOf(entry) };
}

/** One after another, so that many at once do not each find the limit far away. */
const keepMiss = (db: Db, reading: CodeReading): Promise<Answer> =>
  db.begin(async (tx) => {
    await lockMisses(tx, reading.sessionId);
    await refuseAfterMisses(tx, reading);
    if (reading.click) await useKey(tx, reading.click);
    await insertReading(tx, rowOf(reading, 'unknown', null));
    return { result: 'unknown' };
  });

async function refuseAfterMisses(db: Db | Tx, { sessionId }: CodeReading) {
  const [wait] = await missWait(db, sessionId, MISSES);
  if (wait) throw new Refusal('too_many_attempts', { retryAfterSeconds: wait.seconds });
}

const rowOf = ({ performanceId, door, readBy, sessionId, click }: CodeReading, result: ReadResult, ticketId: string | null): Reading => ({
  performanceId,
  id: randomId(),
  result,
  ticketId,
  door: door ?? null,
  readBy,
  sessionId,
  idempotencyKey: click?.key ?? randomId(),
});

function presentTicket(
  id: string,
  { sectorName, row, seat, asksForName, nomination, ...sold }: TicketAtDoorRow,
  language: LanguageCode,
): Answer['ticket'] {
  return {
    number: ticketNumber(id),
    sectorName,
    ...(row === null ? {} : { row }),
    ...(seat === null ? {} : { seat }),
    priceTypeName: priceTypeOnTicket(sold, language),
    asksForName,
    ...(nomination === null ? {} : { nomination }),
  };
}

const useOf = ({ readAt, door }: { readAt: Temporal.Instant; door: string | null }): Pick<Answer, 'usedAt' | 'usedDoor'> => ({
  usedAt: readAt.epochMilliseconds,
  ...(door === null ? {} : { usedDoor: door }),
});

async function performanceOf(db: Db, performanceId: number): Promise<Pick<Answer, 'performance'>> {
  const [row] = await findPerformances(db, [performanceId]);
  if (!row) return {};
  const { id, showName, startsAt, timeZone, venueName } = row;
  return { performance: { id, showName, startsAt: startsAt.epochMilliseconds, timeZone, venueName } };
}
