import { type AnswerOf, type BillReceiver, type listOfficeBills, type OfficeBill, Refusal } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { withLockTimeout } from '#db/lock-timeout';
import { countBills, findBill, findTroubledBills, presentOfficeBill, requestAgain, saveReceiver } from '../../bills/index.ts';
import { checkedReceiver } from '../checkout/bill-receiver.ts';
import type { SaleWorld } from '../world.ts';
import { insertAction, type StaffRequest, useKeyOnce } from './queries-staff.ts';

interface BillToRetry extends StaffRequest {
  readonly orderId: string;
  readonly billId: string;
  /** Whom it is to be made out to from now on; left out, whom it was. */
  readonly receiver?: BillReceiver | undefined;
}

/** Has a refused bill drafted and asked for again, made out to somebody else if staff say so. The same click again changes nothing. */
export async function retryBill(
  { db, billing }: Pick<SaleWorld, 'db' | 'billing'>,
  { orderId, billId, receiver, ...by }: BillToRetry,
): Promise<OfficeBill> {
  if (billing === null) throw new Refusal('not_found');
  const kept = receiver && checkedReceiver(receiver, billing);
  const key = { purchaseId: orderId, id: billId };
  await withLockTimeout(db, async (tx) => {
    if ((await useKeyOnce(tx, { ...by, verb: 'bill_again', purchaseId: orderId, reference: billId })) === 'again') return;
    const bill = await findBill(tx, key);
    if (!bill) throw new Refusal('not_found');
    await insertAction(tx, { ...by, verb: 'bill_again', purchaseId: orderId, reference: billId, facts: { amount: bill.amount } });
    if (!(await requestAgain(tx, key))) throw new Refusal('bill_not_refused');
    // A credit note is made out as its bill is.
    if (kept && bill.kind === 'bill') await saveReceiver(tx, orderId, kept);
  });
  const bill = await findBill(db, key);
  if (!bill) throw new Refusal('not_found');
  return presentOfficeBill(bill);
}

const MOST_LISTED = 200;

/** Bills that need a person, and how many are on their way. */
export async function listTroubledBills({ db }: Pick<SaleWorld, 'db'>): Promise<AnswerOf<typeof listOfficeBills>> {
  const [rows, { waiting, refused }] = await Promise.all([findTroubledBills(db, MOST_LISTED), countBills(db)]);
  return {
    items: rows.map(({ orderNumber, ...bill }) => ({
      orderId: bill.purchaseId,
      ...(orderNumber === null ? {} : { orderNumber: formatOrderNumber(orderNumber) }),
      bill: presentOfficeBill(bill),
    })),
    ...{ waiting, refused },
  };
}
