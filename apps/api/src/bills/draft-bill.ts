import type { BillReceiver } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { longDate } from '../orders/index.ts';
import { billTexts as t } from '../texts/index.ts';
import { billedLines, creditedLines } from './billed-lines.ts';
import { type AuthorisedBill, type BillLine, CannotBill, type FiscalDocument, type FiscalPack } from './fiscal-pack.ts';
import {
  type BilledPerformanceRow,
  type BillRow,
  billsOf,
  findBilledPerformances,
  findRefund,
  findSoldOrder,
  isAuthorised,
  lockBillOf,
  type SoldOrderRow,
} from './queries.ts';

interface DraftWorld {
  readonly pack: FiscalPack;
  readonly financingTaxRate: number;
}

/** What the authority is asked for, made of the order as it was priced, or of the refund as it was booked; throws `CannotBill`. */
export const draftOf = (world: DraftWorld, tx: Tx, bill: BillRow): Promise<FiscalDocument> =>
  bill.kind === 'bill' ? draftBill(world, tx, bill) : draftCreditNote(world, tx, bill);

async function draftBill({ pack, financingTaxRate }: DraftWorld, tx: Tx, { purchaseId, amount }: BillRow): Promise<FiscalDocument> {
  const order = await findSoldOrder(tx, purchaseId);
  if (!order) throw new Error(`purchase ${purchaseId} has a bill and is not paid`);
  const performances = await findBilledPerformances(tx, [...new Set(order.sold.tickets.map(({ performanceId }) => performanceId))]);
  const lines = billedLines(order.sold, { performance: nameOf(performances), delivery: order.delivery }, financingTaxRate);
  requireSum(lines, amount);
  return pack.draft({ lines, amount, receiver: order.receiver, buyer: buyerOf(order), ...kindsOf(lines, performances) });
}

/** A credit note is made out as its bill is, whatever the account says by then. */
async function draftCreditNote({ pack }: DraftWorld, tx: Tx, { purchaseId, refundId, amount }: BillRow): Promise<FiscalDocument> {
  // One at a time for a bill: each takes what the others have left.
  await lockBillOf(tx, purchaseId);
  const [all, refund] = await Promise.all([billsOf(tx, [purchaseId]), findRefund(tx, purchaseId, refundId as string)]);
  if (!refund) throw new Error(`there is no refund ${refundId}`);
  const before = all.flatMap(({ kind, document }) => (kind === 'credit_note' && document ? document.lines : []));
  const ticketCounts = new Map(
    [...Map.groupBy(refund.tickets, ({ performanceId }) => performanceId)].map(([id, some]) => [id, some.length]),
  );
  const billed = authorisedBill(all.find(({ kind }) => kind === 'bill'));
  const lines = creditedLines({ bill: billed.lines, before, parts: refund.parts, ticketCounts });
  requireSum(lines, amount);
  return pack.credit({ lines, amount }, billed);
}

/** With everything that only an authorised bill has. */
export function authorisedBill(bill: BillRow | undefined): AuthorisedBill {
  if (!bill || !isAuthorised(bill)) throw new Error('the bill is not authorised');
  const { document, number, issuedOn, sends, authorisation, authorisationExpires } = bill;
  return { ...document, number, issuedOn, sends, authorisation, authorisationExpires };
}

/** Prices, ledger and bill say the same number, or nothing is asked for. */
function requireSum(lines: readonly BillLine[], amount: number): void {
  const sum = lines.reduce((total, line) => total + line.amount, 0);
  if (sum !== amount)
    throw new CannotBill([{ code: '', message: t('problem.sum', { lines: String(sum / 100), amount: String(amount / 100) }) }]);
}

const buyerOf = ({ buyer }: SoldOrderRow): BillReceiver | null => buyer && { condition: 'final_consumer', ...buyer };

/** Tickets, charges and deliveries are services; products are goods. */
function kindsOf(lines: readonly BillLine[], performances: readonly BilledPerformanceRow[]) {
  const days = performances.map(({ startsAt, timeZone }) => startsAt.toZonedDateTimeISO(timeZone).toPlainDate().toString()).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  const hasGoods = lines.some(({ account }) => account === 'products');
  return { hasGoods, service: from !== undefined && to !== undefined ? { from, to } : null };
}

const nameOf = (performances: readonly BilledPerformanceRow[]) => (id: number) => {
  const found = performances.find((performance) => performance.id === id);
  if (!found) return { show: t('line.performance', { id: String(id) }), when: '' };
  return { show: found.showName, when: `${longDate(found.startsAt, found.timeZone, 'es')}, ${found.venueName}` };
};
