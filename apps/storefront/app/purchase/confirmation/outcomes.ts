import type { PaymentOutcome } from '@butaca/contract';
import type { TextKey } from '@butaca/ui/i18n/translate.ts';
import type paymentTexts from '../../i18n/es/payment.json';

type Text = TextKey<typeof paymentTexts>;

export interface OutcomeView {
  readonly tone: 'success' | 'info' | 'warning' | 'error';
  readonly title: Text;
  readonly text?: Text;
  /** A final status: asking again changes nothing. */
  readonly isEnd: boolean;
  /** The buyer may ask again; that never charges (PO-013). */
  readonly mayVerify: boolean;
  /** Nothing was charged, so the same purchase may be paid while its places are held. */
  readonly mayPay: boolean;
}

const ended = { isEnd: true, mayVerify: false, mayPay: false } as const;
const unpaid = { ...ended, mayPay: true } as const;
const underWay = { isEnd: false, mayVerify: true, mayPay: false } as const;

/** What each outcome says and offers (PO-002..PO-007, PO-010). */
const outcomeViews: Readonly<Record<PaymentOutcome, OutcomeView>> = {
  approved: { ...ended, tone: 'success', title: 'approved.title' },
  declined: { ...unpaid, tone: 'error', title: 'payment failed', text: 'declined.text' },
  pending: { ...ended, tone: 'info', title: 'pending.title', text: 'pending.text', mayVerify: true },
  processing: { ...underWay, tone: 'info', title: 'processing.title', text: 'processing.text' },
  cancelled: { ...unpaid, tone: 'warning', title: 'cancelled.title', text: 'cancelled.text' },
  unknown: { ...underWay, tone: 'warning', title: 'delayed.title', text: 'delays verifying the purchase' },
  // With its own screen while the offer stands.
  offered: { ...ended, tone: 'info', title: 'offered.title', text: 'offered.text', mayVerify: true },
  late: { ...ended, tone: 'warning', title: 'late.title', text: 'late.text' },
  refunded: { ...ended, tone: 'info', title: 'refunded.title', text: 'refunded.text' },
};

/** How an outcome is shown; one that this version does not know counts as processing, never as a success (PO-010). */
export const outcomeView = (outcome: string): OutcomeView =>
  Object.hasOwn(outcomeViews, outcome) ? outcomeViews[outcome as PaymentOutcome] : outcomeViews.processing;
