import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import { type Sender, wordsOf } from './sender.ts';

export interface Newcomer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The mail after a sign-up. */
export function welcomeMail(customer: Newcomer, sender: Sender): Mail {
  const t = wordsOf(sender);
  const { brandName: brand, publicOrigin } = sender;
  const url = `${publicOrigin}/`;
  return plainMail(
    customer,
    {
      name: `welcome-customer.${customer.id}`,
      subject: t('welcome.subject', { brand }),
      paragraphs: [t('welcome.ready', { brand, email: customer.email }), t('welcome.notYou')],
      action: { label: t('welcome.action'), url },
      linkLine: t('welcome.link', { link: url }),
    },
    sender,
  );
}
