import { recoverPasswordPage } from '@butaca/contract';
import { maskedEmail } from '@butaca/contract/rules/email';
import type { Jobs } from '#db/enqueue';
import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import { type Sender, wordsOf } from './sender.ts';
import type { Newcomer } from './welcome-mail.ts';

/** Tells a customer that their password is another one now, and what to do if it was not them. */
export function passwordMail(customer: Newcomer, changeId: string, sender: Sender): Mail {
  const t = wordsOf(sender);
  const brand = sender.brandName;
  return plainMail(
    customer,
    {
      name: `tell-of-password.${changeId}`,
      subject: t('password.subject', { brand }),
      paragraphs: [t('password.changed', { brand }), t('password.notYou')],
      action: { label: t('password.action'), url: `${sender.publicOrigin}${recoverPasswordPage}` },
    },
    sender,
  );
}

interface EmailChange {
  readonly codeId: string;
  readonly to: 'before' | 'after';
  readonly after: string;
}

/** Tells the address that an account had, and the one that it has, of the change; the first one no more of the second than its owner needs. */
export function emailChangeMail(customer: Newcomer, { codeId, to, after }: EmailChange, sender: Sender): Mail {
  const t = wordsOf(sender);
  const { brandName: brand, publicOrigin } = sender;
  const isBefore = to === 'before';
  return plainMail(
    customer,
    {
      name: `tell-of-email.${codeId}.${to}`,
      subject: t('email.subject', { brand }),
      paragraphs: isBefore
        ? [t('email.before', { brand, email: maskedEmail(after) }), t('email.notYou')]
        : [t('email.after', { brand, email: after }), t('email.tickets')],
      action: {
        label: t(isBefore ? 'email.support' : 'code.action', { brand }),
        url: `${publicOrigin}${isBefore ? '/TechnicalSupport' : '/'}`,
      },
    },
    sender,
  );
}

/**
 * Tells the owner of a mailbox who has proved it what that ended in the account, which had never been confirmed. One that a provider's login
 * opens has no password to choose: a recovery would mail no code (decision 089).
 */
export function claimMail(customer: Newcomer, { customerId, by, ended = [] }: Jobs['tell-of-claim'], sender: Sender): Mail {
  const t = wordsOf(sender);
  const { brandName: brand, publicOrigin } = sender;
  const isLink = by === 'link';
  return plainMail(
    customer,
    {
      name: `tell-of-claim.${customerId}`,
      subject: t('claim.subject', { brand }),
      paragraphs: [
        t(`claim.${by}`, { brand }),
        [t('claim.ended'), ...ended.map((what) => t(`claim.ended.${what}`))].join(' '),
        t(`claim.${by}.next`),
        t(isLink ? 'notOpened' : 'notOpened.answer', { brand }),
      ],
      action: isLink
        ? { label: t('claim.action'), url: `${publicOrigin}${recoverPasswordPage}` }
        : { label: t('code.action', { brand }), url: `${publicOrigin}/` },
    },
    sender,
  );
}

/** Tells the owner of an account that somebody tried to open another one with their address: themselves, or a stranger who learns nothing more. */
export function secondSignUpMail(customer: Newcomer, signUpId: string, sender: Sender): Mail {
  const t = wordsOf(sender);
  const brand = sender.brandName;
  return plainMail(
    customer,
    {
      name: `tell-of-sign-up.${signUpId}`,
      subject: t('secondSignUp.subject', { brand }),
      paragraphs: [t('secondSignUp.tried', { brand, email: customer.email }), t('secondSignUp.notYou')],
      action: { label: t('secondSignUp.action'), url: `${sender.publicOrigin}${recoverPasswordPage}` },
    },
    sender,
  );
}
