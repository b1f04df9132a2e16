import { brandName } from '@butaca/contract/rules/card-brands';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import type { Db } from '#db/connect';
import { type BillSheet, fileWord } from '../orders/index.ts';
import { billTexts as t } from '../texts/index.ts';
import { authorisedBill } from './draft-bill.ts';
import type { FiscalPack } from './fiscal-pack.ts';
import { billNumber } from './present-bill.ts';
import { type BillKey, billsOf, findPaidOrder, findReturnedBy, type PaymentRow } from './queries.ts';

type PaidOrder = NonNullable<Awaited<ReturnType<typeof findPaidOrder>>>;

export interface PrintableBill {
  readonly sheet: BillSheet;
  /** `factura-b-00005-00000012.pdf`. */
  readonly fileName: string;
  /** `B 00005-00000012`. */
  readonly reference: string;
  readonly order: PaidOrder;
  /** Of a credit note, the bill that it takes back. */
  readonly creditsId: string | null;
}

/** What is printed of an authorised bill; `pending` of one that is not authorised, undefined where there is none. */
export async function printableBill(db: Db, pack: FiscalPack, { purchaseId, id }: BillKey): Promise<PrintableBill | 'pending' | undefined> {
  const [bills, order] = await Promise.all([billsOf(db, [purchaseId]), findPaidOrder(db, purchaseId)]);
  const found = bills.find((bill) => bill.id === id);
  if (!found || !order) return undefined;
  if (found.state !== 'authorised') return 'pending';
  const credited = found.kind === 'credit_note' ? bills.find(({ kind }) => kind === 'bill') : undefined;
  const payments = found.refundId === null ? order.payments : await findReturnedBy(db, { purchaseId, refundId: found.refundId });
  const bill = authorisedBill(found);
  const reference = billNumber(bill);
  return {
    sheet: pack.print(bill, {
      orderNumber: formatOrderNumber(order.orderNumber),
      paidBy: payments.flatMap(partsOf),
      credits: credited ? authorisedBill(credited) : null,
    }),
    ...{ fileName: `${t(`file.${bill.kind}`)}-${fileWord(reference)}.pdf`, reference, order },
    creditsId: credited?.id ?? null,
  };
}

/** A balance beside it and cash beside a card terminal are parts of their own. */
function partsOf({ amount, cash, fromBalance, ...payment }: PaymentRow): BillSheet['paidBy'] {
  const parts = [
    { by: t('paidBy.balance'), amount: fromBalance },
    { by: t('paidBy.cash'), amount: cash },
    { by: meansOf(payment), amount: amount - cash },
  ];
  return parts.filter((part) => part.amount > 0);
}

function meansOf({ provider, brand, lastFour }: Pick<PaymentRow, 'provider' | 'brand' | 'lastFour'>): string {
  if (provider === 'cash' || provider === 'balance') return t(`paidBy.${provider}`);
  return brand && lastFour ? t('paidBy.card', { brand: brandName(brand), lastFour }) : t('paidBy.other');
}
