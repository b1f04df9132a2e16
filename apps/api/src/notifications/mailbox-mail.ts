import { orderPage } from '@butaca/contract/pages';
import { maskedEmail } from '@butaca/contract/rules/email';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import { type Sender, wordsOf } from './sender.ts';
import type { Newcomer } from './welcome-mail.ts';

interface MovedMails {
  readonly changeId: string;
  readonly purchaseId: string;
  /** Null before its first payment. */
  readonly number: number | null;
  /** Where the order's mails go by now; null once they go to the account's address again. */
  readonly mailbox: string | null;
}

/** Tells the owner of an account, at its own address, that the mails of an order went elsewhere, and what to do if it was not them. */
export function mailboxMail(customer: Newcomer, { changeId, purchaseId, number, mailbox }: MovedMails, sender: Sender): Mail {
  const t = wordsOf(sender);
  const { brandName: brand, publicOrigin } = sender;
  const order = number === null ? t('mailbox.order') : t('mailbox.order.number', { number: formatOrderNumber(number) });
  return plainMail(
    customer,
    {
      name: `tell-of-mailbox.${changeId}`,
      subject: t('mailbox.subject'),
      paragraphs:
        mailbox === null
          ? [t('mailbox.back', { order, brand }), t('mailbox.notYou.back')]
          : [t('mailbox.moved', { order, brand, mailbox: maskedEmail(mailbox) }), t('mailbox.notYou')],
      action: { label: t('mailbox.action'), url: `${publicOrigin}${orderPage(purchaseId)}` },
    },
    sender,
  );
}
