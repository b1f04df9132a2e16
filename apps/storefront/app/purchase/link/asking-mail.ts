import type { Translate } from '@butaca/brand/translate';
import type { PurchasePerformance } from '@butaca/contract';
import type linkTexts from '../../i18n/es/pay-link.json';

interface Asked {
  readonly performances: readonly Pick<PurchasePerformance, 'show'>[];
  /** Of each performance: show, date and places. */
  readonly lines: readonly string[];
  /** As they are written: what the payer's card pays, until when, and with which link. */
  readonly amount: string;
  readonly end: string;
  readonly address: string;
  readonly brand: string;
}

/** Opens the buyer's mail program with what a payer wants to know: who asks is its sender, for what, how much and until when. */
export function askingMail({ performances, lines, amount, end, address, brand }: Asked, t: Translate<typeof linkTexts>): string {
  const shows = [...new Set(performances.flatMap(({ show }) => show?.name ?? []))].join(', ');
  const body = [t('share.mail.asks', { brand }), ...lines.map((line) => `- ${line}`), '', t('share.mail.pays', { amount, end }), address];
  // As RFC 6068 wants them: mail programs show a plus as a plus.
  return `mailto:?subject=${encodeURIComponent(t('share.mail.subject', { shows }))}&body=${encodeURIComponent(body.join('\r\n'))}`;
}
