import type { AnswerOf } from '@butaca/contract';
import type { listRefunds } from '@butaca/contract/office-orders';

type Refunds = AnswerOf<typeof listRefunds>['items'];

/** Names of the columns and of the ways, in the language of the office. */
export interface CsvWords {
  readonly columns: readonly string[];
  readonly way: (way: Refunds[number]['refund']['way']) => string;
  readonly isDone: (done: boolean) => string;
}

/** A table as CSV (RFC 4180) in UTF-8 with a mark, so that spreadsheets read its letters; amounts with a point, moments in ISO 8601. */
export function refundsCsv(refunds: Refunds, currency: string, words: CsvWords): string {
  const rows = refunds.map(({ orderId, refund: { way, amount, ticketCount, isDone, startedAt, doneAt, reason, trouble } }) => [
    ...[orderId, words.way(way), (amount / 100).toFixed(2), currency, String(ticketCount), words.isDone(isDone)],
    ...[new Date(startedAt).toISOString(), doneAt === undefined ? '' : new Date(doneAt).toISOString(), reason, trouble ?? ''],
  ]);
  return `\uFEFF${[words.columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** What a spreadsheet would take for a formula gets an apostrophe before it: a reason is typed by people, an id may begin with a hyphen. */
const cell = (text: string) => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};
