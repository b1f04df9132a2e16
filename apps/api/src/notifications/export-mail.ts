import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import { type Sender, wordsOf } from './sender.ts';
import type { Newcomer } from './welcome-mail.ts';

/** The mail that says where the file with somebody's data is. It brings no data: the page asks for the session. */
export function exportMail(person: Newcomer, sender: Sender): Mail {
  const t = wordsOf(sender);
  const { brandName: brand, publicOrigin } = sender;
  const url = `${publicOrigin}/myPrivacy`;
  return plainMail(
    person,
    {
      name: `tell-of-export.${person.id}`,
      subject: t('export.subject', { brand }),
      paragraphs: [t('export.ready', { brand }), t('export.notYou')],
      action: { label: t('export.action'), url },
      linkLine: t('export.link', { link: url }),
    },
    sender,
  );
}
