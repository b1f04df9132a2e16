import { newsletterPage } from '@butaca/contract/pages';
import { mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import { messageIdOf, paragraphsHtml } from './plain-mail.ts';
import { type Sender, wordsOf } from './sender.ts';

interface MailedSubscription {
  readonly id: string;
  readonly email: string;
  readonly isConfirmed: boolean;
  /** When it was asked for last. */
  readonly askedAt: Temporal.Instant;
  readonly confirmLink: string;
  readonly leaveLink: string;
  readonly hours: number;
}

/**
 * The mail that asks to confirm a subscription, or says that the address has one. It calls nobody by name: whoever typed the address
 * chose the name, and would write to strangers through us.
 */
export function newsletterMail(
  { id, email, isConfirmed, askedAt, confirmLink, leaveLink, hours }: MailedSubscription,
  sender: Sender,
): Mail {
  const t = wordsOf(sender);
  const { brandName: brand, publicOrigin } = sender;
  const unsubscribeUrl = `${publicOrigin}${newsletterPage('leave', leaveLink)}`;
  const { title, paragraphs, action } = isConfirmed
    ? {
        title: t('newsletter.known', { brand }),
        paragraphs: [t('newsletter.known.text')],
        action: { label: t('newsletter.leave'), url: unsubscribeUrl },
      }
    : {
        title: t('newsletter.ask', { brand }),
        paragraphs: [t('newsletter.ask.text', { hours }), t('newsletter.ask.notYou')],
        action: { label: t('newsletter.confirm'), url: `${publicOrigin}${newsletterPage('confirm', confirmLink)}` },
      };
  return {
    to: { name: '', address: email },
    subject: title,
    text: [title, ...paragraphs, `${action.label}: ${action.url}`, brand].join('\n\n'),
    html: mailPage({ title, body: paragraphsHtml(paragraphs), action }, sender),
    unsubscribeUrl,
    messageId: messageIdOf(`newsletter.${id}.${askedAt.epochMilliseconds}`, sender),
  };
}
