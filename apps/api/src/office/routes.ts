import { type AnswerOf, listOfficePerformances, type OfficePerformance, type OfficeTotals } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { serveAlike } from '#http/serve';
import { sellablePlaces } from '../catalogue/index.ts';
import { countOpen } from '../mailboxes/index.ts';
import { findDoubts } from '../payments/index.ts';
import { countSales, type PerformanceRow } from './queries.ts';

/** Twenty open screens that ask every two seconds cost one count a second. */
const FRESH_MS = 1000;

export interface OfficeDeps {
  readonly db: Db;
  /** How long a count is used as it is; tests pass 0. */
  readonly answersFreshMs?: number;
}

/** The calls of the organisers' office. */
export async function officeRoutes(app: FastifyInstance, { db, answersFreshMs = FRESH_MS }: OfficeDeps) {
  serveAlike(app, listOfficePerformances, performanceCounter(db), answersFreshMs);
}

type Answer = AnswerOf<typeof listOfficePerformances>;

const TREND_SPANS = 12;
const MOST_DOUBTS = 20;
const MOST_MAILS = 100;
const COUNTS = ['places', 'held', 'sold', 'soldLastHour', 'tickets', 'serviceCharge'] as const satisfies (keyof OfficeTotals)[];

/** Counts every performance of the office's list, and what they are together; payments that need a person's attention stand beside them. */
function performanceCounter(db: Db): () => Promise<Answer> {
  const places = sellablePlaces(db);
  return async () => {
    const [rows, doubts, undeliveredMails] = await Promise.all([countSales(db), findDoubts(db, MOST_DOUBTS), countOpen(db, MOST_MAILS)]);
    const items = await Promise.all(
      rows.map(async (row) => present(row, row.mapHash === null ? 0 : await places(row.mapHash, row.categories))),
    );
    return {
      countedAt: rows[0]?.countedAt.epochMilliseconds ?? Date.now(),
      items,
      totals: totalsOf(items),
      doubtfulPayments: doubts.map(({ startedAt, ...doubt }) => ({ ...doubt, startedAt: startedAt.epochMilliseconds })),
      undeliveredMails,
    };
  };
}

function present(row: PerformanceRow, places: number): OfficePerformance {
  const { id, showName, venueName, timeZone, state, held, sold, tickets, serviceCharge, lately, refundedPlacesSoldAgain, asksForNames } =
    row;
  const trend = Array.from({ length: TREND_SPANS }, (_, at) => lately[TREND_SPANS - 1 - at] ?? 0);
  const soldLastHour = trend.reduce((sum, span) => sum + span, 0);
  const startsAt = row.startsAt.epochMilliseconds;
  return {
    ...{
      id,
      showName,
      venueName,
      startsAt,
      timeZone,
      state,
      places,
      held,
      sold,
      soldLastHour,
      tickets,
      serviceCharge,
      trend,
      asksForNames,
    },
    ...(refundedPlacesSoldAgain === null ? {} : { refundedPlacesSoldAgain }),
  };
}

const totalsOf = (items: readonly OfficePerformance[]): OfficeTotals =>
  Object.fromEntries(COUNTS.map((count) => [count, items.reduce((sum, item) => sum + item[count], 0)])) as unknown as OfficeTotals;
