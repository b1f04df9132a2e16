import type { LanguageCode } from '@butaca/brand/languages';
import type { SupportKind } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import { messageIdOf, paragraphsHtml } from './plain-mail.ts';
import { type Sender, wordsOf } from './sender.ts';

interface SentMessage {
  readonly id: string;
  readonly number: number;
  readonly kind: SupportKind;
  readonly message: string;
  readonly name: string;
  readonly phone: string;
  readonly orderNumber: number | null;
  readonly page: string | null;
  readonly device: string | null;
  /** Of the account; null for a visitor. */
  readonly email: string | null;
  readonly isConfirmed: boolean;
  /** Of the account. */
  readonly language: LanguageCode | null;
}

const formatNumber = (number: number): string => String(number).replace(/(\d{4})(\d{4})/, '$1 $2');

/** What support reads; an answer goes to the account's address when its owner has confirmed it. */
export function supportMail(message: SentMessage, sender: Sender & { readonly support: string }): Mail {
  const { id, number, kind, name, phone, orderNumber, page, device, email, isConfirmed } = message;
  const t = wordsOf(sender);
  const title = `${t(`support.${kind}`)} ${formatNumber(number)}`;
  const account = email === null ? t('support.account.none') : isConfirmed ? email : t('support.account.unconfirmed', { email });
  return {
    to: { name: '', address: sender.support },
    ...(email !== null && isConfirmed && { replyTo: { name, address: email } }),
    subject: `${title} · ${sender.brandName}`,
    ...bodyOf(
      {
        title,
        message: message.message,
        facts: [
          [t('support.name'), name],
          [t('support.phone'), phone],
          [t('support.account'), account],
          [t('support.order'), orderNumber === null ? null : formatOrderNumber(orderNumber)],
          [t('support.page'), page],
          [t('support.device'), device],
        ],
        action: { label: t('support.open'), url: `${sender.publicOrigin}${page ?? '/'}` },
      },
      sender,
    ),
    messageId: messageIdOf(`mail-support.${id}`, sender),
  };
}

/** The customer's copy; null for a visitor, and for an address that was never confirmed, which may be a stranger's. */
export function supportCopyMail(message: SentMessage, sender: Sender): Mail | null {
  const { id, number, kind, phone, orderNumber, email, isConfirmed } = message;
  if (email === null || !isConfirmed) return null;
  const t = wordsOf(sender);
  const title = t('support.received', { number: formatNumber(number) });
  return {
    to: { name: '', address: email },
    subject: `${title} · ${sender.brandName}`,
    ...bodyOf(
      {
        title,
        lead: t('support.received.text'),
        message: message.message,
        facts: [
          [t('support.kind'), t(`support.${kind}`)],
          [t('support.phone'), phone],
          [t('support.order'), orderNumber === null ? null : formatOrderNumber(orderNumber)],
        ],
        action: { label: t('support.orders'), url: `${sender.publicOrigin}/myOrders` },
      },
      sender,
    ),
    messageId: messageIdOf(`mail-support-copy.${id}`, sender),
  };
}

interface Body {
  readonly title: string;
  readonly lead?: string;
  readonly message: string;
  readonly facts: readonly (readonly [name: string, value: string | null])[];
  readonly action: { readonly label: string; readonly url: string };
}

/** The message as it was typed, with its lines, and what it is about. */
function bodyOf({ title, lead, message, facts, action }: Body, sender: Sender): Pick<Mail, 'text' | 'html'> {
  const { brandName } = sender;
  const told = facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  return {
    text: [
      title,
      ...(lead ? [lead] : []),
      message,
      told.map(({ name, value }) => `${name}: ${value}`).join('\n'),
      `${action.label}: ${action.url}`,
      brandName,
    ].join('\n\n'),
    html: mailPage(
      {
        title,
        body: [
          paragraphsHtml(lead ? [lead] : []),
          `<p class="line" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #e2dcd2;white-space:pre-wrap">${escapeHtml(message)}</p>`,
          ...told.map(
            ({ name, value }) => `<p style="margin:0 0 4px"><span class="soft">${escapeHtml(name)}:</span> ${escapeHtml(value)}</p>`,
          ),
          '<p style="margin:0 0 12px"></p>',
        ].join(''),
        action,
      },
      sender,
    ),
  };
}
