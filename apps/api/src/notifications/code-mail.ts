import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import { type Sender, wordsOf } from './sender.ts';
import type { Newcomer } from './welcome-mail.ts';

interface MailedCode extends Newcomer {
  /** Digits. */
  readonly code: string;
  readonly minutes: number;
  readonly purpose:
    | 'confirm-address'
    | 'change-email'
    | 'recover-password'
    | 'erase-account'
    | 'confirm-mailbox'
    | 'confirm-mailbox-by-staff';
}

/** The mail with a code, and what it is for. */
export function codeMail({ code, minutes, purpose, ...person }: MailedCode, sender: Sender): Mail {
  const t = wordsOf(sender);
  const { brandName: brand, publicOrigin } = sender;
  return plainMail(
    person,
    {
      name: `mail-code.${person.id}`,
      subject: t('code.subject', { code, brand }),
      code,
      paragraphs: [
        t(`code.${purpose}`, { brand, minutes }),
        t(purpose === 'confirm-mailbox-by-staff' ? 'code.notYou.staff' : 'code.notYou'),
      ],
      action: { label: t('code.action', { brand }), url: `${publicOrigin}/` },
    },
    sender,
  );
}
