import { csvOf } from '@butaca/contract/csv';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import type { Db } from '#db/connect';
import { billTexts as t } from '../texts/index.ts';
import { authorisedBill } from './draft-bill.ts';
import type { FiscalPack } from './fiscal-pack.ts';
import { type BookFault, billsOfMonth, findBookFaults, readSeriesBooks, type SeriesBooks } from './queries-books.ts';

export interface BooksReport {
  readonly series: readonly (SeriesBooks & { readonly missing: number })[];
  /** Nothing, if everything adds up; some of them, if there are many. */
  readonly faults: readonly BookFault[];
}

const MOST_FAULTS = 100;

/** Compares orders, ledger and bills to the cent: every paid order billed once, every refund credited once, no number missing. */
export async function checkBooks(db: Db): Promise<BooksReport> {
  const [series, faults] = await Promise.all([readSeriesBooks(db), findBookFaults(db, MOST_FAULTS)]);
  return { series: series.map((each) => ({ ...each, missing: each.last - each.first + 1 - each.count })), faults };
}

/** The documents of a month, `2026-11`, for the accountant; in the order of their numbers. */
export async function exportMonth(db: Db, { books }: Pick<FiscalPack, 'books'>, month: string): Promise<Buffer> {
  const from = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const bills = await billsOfMonth(db, { from: from.toString(), before: from.add({ months: 1 }).toString() });
  const rows = bills.map((bill) => [
    ...books.row(authorisedBill(bill)),
    bill.orderNumber === null ? '' : formatOrderNumber(bill.orderNumber),
  ]);
  return Buffer.from(csvOf([[...books.columns, t('order')], ...rows]));
}
