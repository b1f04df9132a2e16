import { logInLinkPage } from '@butaca/contract/pages';
import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import { type Sender, wordsOf } from './sender.ts';
import type { Newcomer } from './welcome-mail.ts';

interface MailedLink extends Newcomer {
  readonly link: string;
  readonly minutes: number;
}

/**
 * The mail with a link that logs in. The link's text stands behind `#`, so it reaches neither logs nor other sites, and a scanner that
 * opens the page uses nothing up: the page asks for a click.
 */
export function logInLinkMail({ link, minutes, ...person }: MailedLink, sender: Sender): Mail {
  const t = wordsOf(sender);
  const { brandName: brand, publicOrigin } = sender;
  const url = `${publicOrigin}${logInLinkPage}#${link}`;
  return plainMail(
    person,
    {
      name: `log-in-link.${person.id}`,
      subject: t('link.subject', { brand }),
      paragraphs: [t('link.open', { minutes }), t('link.notYou')],
      action: { label: t('link.action'), url },
      linkLine: url,
    },
    sender,
  );
}
