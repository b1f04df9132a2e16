import type { TextKey } from '@butaca/brand/translate';
import { poll } from '@butaca/browser/poll.ts';
import type { PaymentOutcome, PaymentResult } from '@butaca/contract';
import { confirmCardCheck } from '@butaca/contract/bancard';
import { confirmPayment } from '@butaca/contract/payment';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import type paymentTexts from '../../i18n/es/payment.json';
import { pathTo, queryNames } from '../../paths.ts';
import { type Lost, lostSince } from '../buy/refusals.ts';
import { purchaseClock } from '../clock/purchase-clock.ts';
import { awaitedStepOf, framedStepOf, pageLeftFor } from './framed-step.ts';
import { isOpenNow } from './kept-until.ts';
import { givenInAddress, resume } from './resume.ts';
import { watchPayment } from './watch-payment.ts';

/** The result of one attempt; undefined without an answer. */
export type Look = { readonly result: PaymentResult } | 'not-found' | 'log-in' | undefined;

type Verification =
  | { readonly status: 'known'; readonly result: PaymentResult }
  /** The outcome is still unknown after the last attempt (PO-007). */
  | { readonly status: 'delayed' }
  | { readonly status: 'not-found' }
  | { readonly status: 'log-in' };

interface Series {
  readonly look: () => Promise<Look>;
  /** Goes on with a payment whose buyer came back from the provider's page, once. */
  readonly goOn?: (() => Promise<PaymentResult | undefined>) | undefined;
  /** Attempts in a series (PO-011). */
  readonly attempts: number;
  /** From one attempt to the next (PO-012, C-18). */
  readonly stepMs: number;
}

/**
 * One series of attempts: the first at once, then one each step, until the payment has a final status. It only reads and never
 * charges (PO-013); after the last attempt the result is `processing` if the server said so, else a delay.
 */
export async function verifyPayment({ look, goOn, attempts, stepMs }: Series): Promise<Verification> {
  let latest: PaymentResult | undefined;
  let cameBack = goOn;
  const lookForEnd = async (): Promise<Verification | undefined> => {
    const seen = await look();
    if (seen === 'not-found' || seen === 'log-in') return { status: seen };
    latest = seen?.result ?? latest;
    if (latest && cameBack && pageLeftFor(latest)) {
      const answered = cameBack();
      cameBack = undefined;
      latest = (await answered) ?? latest;
    }
    // A step of the buyer is not waited for: it is shown.
    return latest && (outcomeView(latest.outcome).isEnd || framedStepOf(latest) || awaitedStepOf(latest))
      ? { status: 'known', result: latest }
      : undefined;
  };
  const ended = await poll(lookForEnd, { everyMs: stepMs, times: attempts, fromStart: true });
  return ended ?? (latest?.outcome === 'processing' ? { status: 'known', result: latest } : { status: 'delayed' });
}

interface Verifying {
  /** Null while it is being verified. */
  readonly verified: Verification | null;
  /** Places that this browser's purchase had before the payment was decided. */
  readonly lost: readonly Lost[];
  /** Starts another series of attempts. */
  readonly again: () => void;
  /** Called with the payment after the buyer answered the offer, or called it off. */
  readonly answered: (result: PaymentResult) => void;
  /** Called with the payment after it was decided by itself. */
  readonly news: (result: PaymentResult) => void;
}

/** What is known of a payment. */
export function useVerification(purchaseId: string): Verifying {
  const { verificationAttempts: attempts, verificationStepMs: stepMs } = useFrame().brand.constants;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [series, setSeries] = useState(1);
  const [verified, setVerified] = useState<Verification | null>(null);
  const [lost, setLost] = useState<readonly Lost[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new series asks about the same purchase again
  useEffect(() => {
    let abandoned = false;
    setVerified(null);
    const given = series === 1 ? givenInAddress(search, Object.values(queryNames)) : null;
    const goOn = given ? () => resume(purchaseId, given) : undefined;
    const look = async () => (abandoned ? undefined : lookAtPayment(purchaseId, pathname));
    void verifyPayment({ look, goOn, attempts, stepMs }).then((found) => {
      if (abandoned) return;
      if (found.status === 'log-in') return void navigate(pathTo('login', {}, { next: `${pathname}${search}` }), { replace: true });
      setLost(lostIn(found));
      updateClock(found);
      setVerified(found);
    });
    return () => {
      abandoned = true;
    };
  }, [purchaseId, series, attempts, stepMs]);

  const answered = (result: PaymentResult) => {
    const found = { status: 'known', result } as const;
    updateClock(found);
    setVerified(found);
  };

  const news = (result: PaymentResult) => {
    setLost(lostIn({ status: 'known', result }));
    answered(result);
  };

  return { verified, lost, again: () => setSeries((current) => current + 1), answered, news };
}

interface PaymentNews {
  /** It does not wait any more, or for nothing, since its performance was cancelled. */
  readonly onDecided: (result: PaymentResult) => void;
  /** It goes on waiting, and what may be done about it has changed. */
  readonly onChanged: (result: PaymentResult) => void;
}

/** `payment`: as it is known; undefined without an answer. */
interface Watched {
  readonly purchaseId: string;
  readonly payment: PaymentResult | undefined;
}

/** Asks what became of a payment that is not decided after its series of attempts, while its page is visible; never charges. */
export function usePaymentNews({ purchaseId, payment }: Watched, { onDecided, onChanged }: PaymentNews): void {
  const outcome = payment?.outcome ?? 'unknown';
  const isOpen = outcome === 'pending' || outcome === 'processing' || outcome === 'unknown';
  // biome-ignore lint/correctness/useExhaustiveDependencies: one payment is asked about for as long as it is open
  useEffect(() => {
    if (!isOpen) return;
    let known = payment;
    return watchPayment(async (signal) => {
      const seen = await lookAtPayment(purchaseId, '');
      if (signal.aborted || typeof seen !== 'object') return;
      const { result } = seen;
      const isNews = result.outcome !== outcome || framedStepOf(result) !== null || awaitedStepOf(result) !== null;
      if (isNews || result.isPerformanceCancelled !== known?.isPerformanceCancelled) onDecided(result);
      else if (result.payableUntil !== known?.payableUntil) onChanged(result);
      known = result;
    });
  }, [purchaseId, outcome]);
}

/** Nothing was charged, and it may be paid now. */
export const isPayable = (payment: PaymentResult): boolean => isUnpaid(payment) && isOpenNow(payment.purchase);

/** Nothing was charged, or the first of two cards has its money back: the purchase may be paid in another way while its places are held. */
export const isUnpaid = ({ outcome, cards }: PaymentResult): boolean =>
  outcomeView(outcome).mayPay || outcomeView(outcome).mayResume || cards !== undefined;

/** By what this browser knew of the purchase; nothing where the payment may still be approved. */
function lostIn(found: Verification): readonly Lost[] {
  const { purchase: before } = purchaseClock.get();
  if (found.status !== 'known' || !(outcomeView(found.result.outcome).mayPay || found.result.cards !== undefined)) return [];
  return before?.id === found.result.purchase.id ? lostSince(before, found.result.purchase) : [];
}

function updateClock(found: Verification) {
  if (found.status !== 'known') return;
  const { outcome, purchase } = found.result;
  const mayPay = isUnpaid(found.result);
  if (outcome === 'approved' || purchase.stage === 'paid') return void purchaseClock.paid(purchase.id);
  if (purchase.stage === 'cancelled' || purchase.stage === 'expired') return void purchaseClock.ended(purchase.id);
  // Its reservation keeps the places: the page says so, and no dialog says that the time is over.
  if (mayPay && purchase.reservedUntil !== undefined && !isOpenNow(purchase)) return void purchaseClock.ended(purchase.id);
  void (mayPay ? purchaseClock.chargeEnded(purchase) : purchaseClock.updated(purchase));
}

/** An attempt that takes longer counts as no answer. */
const ANSWER_WITHIN_MS = 10_000;

/** The page after Bancard's 3-D Secure has a call of its own (R-058, CA-076). */
const callOf = (pathname: string) => (/^\/bancard\/finish3ds\//i.test(pathname) ? confirmCardCheck : confirmPayment);

/** Asks the server for the outcome of a payment (CA-078); the page has its own texts, so only a 401 leaves it (C-01). */
export async function lookAtPayment(purchaseId: string, pathname: string): Promise<Look> {
  const client = await loadClient();
  const outcome = await client.call(
    callOf(pathname),
    { params: { purchaseId }, body: {} },
    { purpose: 'charging', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
  );
  if (outcome.status === 'ok') return { result: outcome.data };
  if (outcome.status === 'unauthorised') return 'log-in';
  return outcome.status === 'refusal' && outcome.failure === 'not_found' ? 'not-found' : undefined;
}

type Text = TextKey<typeof paymentTexts>;

interface OutcomeView {
  readonly tone: 'success' | 'info' | 'warning' | 'error';
  readonly title: Text;
  readonly text?: Text;
  /** A final status: asking again changes nothing. */
  readonly isEnd: boolean;
  /** The buyer may ask again; that never charges (PO-013). */
  readonly mayVerify: boolean;
  /** Nothing was charged, so the same purchase may be paid while its places are held. */
  readonly mayPay: boolean;
  /** Nothing was charged and a reservation keeps the places: it may be paid later (ER-017). */
  readonly mayResume: boolean;
}

const ended = { isEnd: true, mayVerify: false, mayPay: false, mayResume: false } as const;
const unpaid = { ...ended, mayPay: true } as const;
const underWay = { isEnd: false, mayVerify: true, mayPay: false, mayResume: false } as const;

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
  resumable: { ...ended, tone: 'warning', title: 'resumable.title', text: 'resumable.text', mayResume: true },
  refunded: { ...ended, tone: 'info', title: 'refunded.title', text: 'refunded.text' },
  // With its own screen.
  secured: { ...ended, tone: 'info', title: 'second.title', text: 'second.text' },
};

/** A payment whose buyer came back from the provider's page before it was over. */
export const halfWay: OutcomeView = { ...underWay, tone: 'info', title: 'half way.title', text: 'half way.text' };

/** How an outcome is shown; one that this version does not know counts as processing, never as a success (PO-010). */
export const outcomeView = (outcome: string): OutcomeView =>
  Object.hasOwn(outcomeViews, outcome) ? outcomeViews[outcome as PaymentOutcome] : outcomeViews.processing;

/** Whether nothing of what goes back is known to have been charged. */
const isUnproven = ({ unproven, refunded }: PaymentResult): boolean => unproven !== undefined && unproven === refunded;

/** Who refused, where it was no card that was typed here. */
const namedTitles: Partial<Record<PaymentOutcome, Text>> = { declined: 'declined.title.method', cancelled: 'cancelled.title.method' };

/** What came to nothing is called by the name of its method; what went back may be on its way still, or have cost nothing. */
export function titleOf(payment: PaymentResult | undefined, title: Text): Text {
  if (payment?.isPerformanceCancelled) return 'off.title';
  if (payment?.isUntried) return 'untried.title';
  if (payment && isUnproven(payment)) return 'unproven.title';
  if (payment?.outcome === 'refunded' && payment.refunded === 0) return 'void.title';
  if (payment?.outcome === 'refunded' && payment.isUnderWay) return 'returning.title';
  // The card that is named first was charged in time; the other one was not charged.
  if (payment?.cards) return 'payment failed';
  if (!payment?.method) return title;
  if (payment.waited && payment.mayStillCome) return 'waited.late.title';
  if (payment.waited && payment.outcome !== 'declined') return 'cancelled.title.method';
  return namedTitles[payment.outcome] ?? title;
}

/** Three dots are for what goes on: money that is back looks done, and what has bad news as its title does not. */
export function toneOf(payment: PaymentResult | undefined, tone: OutcomeView['tone']): OutcomeView['tone'] {
  if (payment?.isPerformanceCancelled) return 'warning';
  if (payment?.outcome !== 'refunded') return tone;
  if (payment.unproven || payment.cards) return 'warning';
  return payment.isUnderWay ? 'info' : 'success';
}

const namedTexts: Partial<Record<PaymentOutcome, Text>> = { pending: 'pending.text.method', processing: 'processing.text.method' };

/** `isKept`: its places are, which is as long as it can be paid with a slip. */
export function textOf(payment: PaymentResult | undefined, text: Text, { isKept = true }: { readonly isKept?: boolean } = {}): Text {
  // Whether there is money to give back is known to nobody.
  if (payment?.unproven) return isUnproven(payment) ? 'unproven.text' : 'unproven.part';
  if (payment?.isPerformanceCancelled) return textOfCancelled(payment);
  if (payment?.isUntried) return 'untried.text';
  if (payment?.outcome === 'refunded' && payment.refunded !== undefined) return textOfRefund(payment);
  if (payment?.waited) return textOfWaited(payment);
  if (payment?.maySlip) return isKept ? 'pending.slip' : 'pending.slip.late';
  return (payment?.method && namedTexts[payment.outcome]) || text;
}

/** Of what waited to be confirmed, and was not. */
function textOfWaited({ maySlip, mayStillCome }: PaymentResult): Text {
  if (mayStillCome) return 'waited.late.text';
  return maySlip ? 'waited.slip.text' : 'waited.text';
}

/** Of a purchase that was paid. */
function textOfRefund({ refunded, isUnderWay }: PaymentResult): Text {
  if (refunded === 0) return 'void.text';
  return isUnderWay ? 'returning.amount' : 'refunded.amount';
}

/** Of what was not paid before a performance was cancelled. */
function textOfCancelled(payment: PaymentResult): Text {
  const { outcome, maySlip, mayStillCome, isUnderWay } = payment;
  if (outcome === 'late' || outcome === 'refunded') return isUnderWay ? 'off.returning' : 'off.refunded';
  if (mayStillCome) return 'off.pending';
  if (isUnpaid(payment)) return maySlip ? 'off.unpaid.slip' : 'off.unpaid';
  return maySlip ? 'off.pending.slip' : 'off.pending';
}
