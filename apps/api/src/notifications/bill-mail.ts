import { formatMoney } from '@butaca/brand/money';
import { orderPage } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import type { PrintableBill } from '../bills/index.ts';
import type { DocumentBrand } from '../orders/index.ts';
import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import { type Sender, wordsOf } from './sender.ts';

interface BillToMail {
  readonly bill: PrintableBill;
  readonly buyer: NonNullable<PrintableBill['order']['buyer']>;
  readonly purchaseId: string;
  readonly billId: string;
  readonly pdf: Buffer;
}

/** Brings a bill or a credit note that the tax office has authorised, as a file. */
export function billMail(
  { bill, buyer, purchaseId, billId, pdf }: BillToMail,
  { locale }: Pick<DocumentBrand, 'locale'>,
  sender: Sender,
): Mail {
  const { sheet, reference, order } = bill;
  const t = wordsOf(sender);
  const facts = { reference, amount: formatMoney(sheet.total, { ...locale, decimals: 2 }), number: formatOrderNumber(order.orderNumber) };
  const mail = plainMail(
    buyer,
    {
      name: `send-bill.${billId}`,
      subject: t(`bill.subject.${sheet.kind}`, facts),
      paragraphs: [
        t(`bill.text.${sheet.kind}`, facts),
        t('bill.authorisation', {
          pointOfSale: String(sheet.pointOfSale).padStart(5, '0'),
          receipt: String(sheet.number).padStart(8, '0'),
          name: sheet.authorisation.name,
          code: sheet.authorisation.code,
        }),
      ],
      action: { label: t('seeOrder'), url: `${sender.publicOrigin}${orderPage(purchaseId)}` },
    },
    sender,
  );
  return { ...mail, attachments: [{ filename: bill.fileName, contentType: 'application/pdf', content: pdf }] };
}
