import type { AnswerOf } from '@butaca/contract';
import { csvAmount, csvFigure, csvMoment, csvOf } from '@butaca/contract/csv';
import type { listRefunds } from '@butaca/contract/office-orders';

type Refunds = AnswerOf<typeof listRefunds>['items'];

/** Names of the columns and of the ways, in the language of the office. */
export interface CsvWords {
  readonly columns: readonly string[];
  readonly way: (way: Refunds[number]['refund']['way']) => string;
  readonly isDone: (done: boolean) => string;
}

/** A line per refund. */
export function refundsCsv(refunds: Refunds, currency: string, words: CsvWords): string {
  const rows = refunds.map(({ orderId, refund: { way, amount, ticketCount, isDone, startedAt, doneAt, reason, trouble } }) => [
    ...[orderId, words.way(way), csvAmount(amount), currency, csvFigure(ticketCount), words.isDone(isDone)],
    ...[csvMoment(startedAt), doneAt === undefined ? '' : csvMoment(doneAt), reason, trouble ?? ''],
  ]);
  return csvOf([words.columns, ...rows]);
}
