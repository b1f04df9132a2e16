import type { AnswerOf } from '@butaca/contract';
import { csvAmount, csvFigure, csvMoment, csvOf } from '@butaca/contract/csv';
import type { listRefunds } from '@butaca/contract/office-orders';

type Refunds = AnswerOf<typeof listRefunds>['items'];

/** Names of the columns and of the ways, in the language of the office. */
export interface CsvWords {
  readonly columns: readonly string[];
  readonly way: (way: Refunds[number]['refund']['way']) => string;
  readonly state: (refund: Refunds[number]['refund']) => string;
}

/** A line per refund. */
export function refundsCsv(refunds: Refunds, currency: string, words: CsvWords): string {
  const rows = refunds.map(({ orderId, refund }) => [
    ...[orderId, words.way(refund.way), csvAmount(refund.amount), currency, csvFigure(refund.ticketCount), words.state(refund)],
    ...[csvMoment(refund.startedAt), refund.doneAt === undefined ? '' : csvMoment(refund.doneAt), refund.reason, refund.trouble ?? ''],
  ]);
  return csvOf([words.columns, ...rows]);
}
