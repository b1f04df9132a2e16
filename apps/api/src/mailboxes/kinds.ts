import type { MailKind } from '@butaca/contract';
import type { Jobs } from '#db/enqueue';

/** What the mail of each job is about; every job that mails stands here. */
export const kinds = {
  'send-tickets': 'tickets',
  'send-bill': 'bill',
  'tell-of-refund': 'refund',
  'tell-of-return': 'return',
  'tell-of-pending': 'pending',
  'tell-of-offer': 'offer',
  'tell-of-reservation': 'reservation',
  'tell-of-move': 'move',
  'tell-of-delivery': 'delivery',
  'tell-of-chargeback': 'chargeback',
  'welcome-customer': 'welcome',
  'mail-code': 'code',
  'mail-log-in-link': 'link',
  'tell-of-password': 'password',
  'tell-of-email': 'account',
  'tell-of-claim': 'account',
  'tell-of-mailbox': 'account',
  'tell-of-notices': 'account',
  'tell-of-sign-up': 'account',
  'tell-of-export': 'export',
  'mail-newsletter': 'newsletter',
  'mail-alert': 'alert',
  'tell-of-show': 'alert',
  'mail-support': 'support',
  'mail-support-copy': 'support',
} as const satisfies Partial<Record<keyof Jobs, MailKind>>;

export type MailTask = keyof typeof kinds;
