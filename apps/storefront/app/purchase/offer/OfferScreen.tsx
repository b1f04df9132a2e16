import { type ClickKey, useClickKey } from '@butaca/browser/click-key.ts';
import type { HeldPlace, PaymentResult, PlacesOffer, Purchase } from '@butaca/contract';
import { acceptOffer, declineOffer } from '@butaca/contract/payment';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { OutcomeMark } from '@butaca/ui/components/OutcomeMark.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import offerTexts from '../../i18n/es/offer.json';
import { pathTo } from '../../paths.ts';
import { PerformanceTickets } from '../buy/summary/PerformanceTickets.tsx';
import { seatName } from '../buy/summary/place-name.ts';
import { useUntil } from '../until.ts';
import styles from './Offer.module.css';

interface OfferScreenProps {
  readonly payment: PaymentResult;
  readonly offer: PlacesOffer;
  readonly onAnswered: (payment: PaymentResult) => void;
  /** The offer has ended otherwise. */
  readonly onOver: () => void;
}

/** The payment arrived after the places were lost: the places held instead, until when, and the buyer's two answers (decision 012). */
export function OfferScreen({ payment, offer, onAnswered, onOver }: OfferScreenProps) {
  const { t } = useTranslation(offerTexts);
  const { brand } = useFrame();
  const until = useUntil();
  const money = useMoney();
  const heading = useRef<HTMLHeadingElement>(null);
  const { purchase } = payment;
  const amount = money(payment.amount ?? purchase.totals?.total ?? 0);
  const count = offer.changes.reduce((sum, { offered }) => sum + offered.length, 0);
  const { answering, failed, give } = useOfferAnswer({ purchaseId: purchase.id, onAnswered, onOver });
  useOfferEnd({ until: offer.until, serverNow: purchase.serverNow }, onOver);

  // The content changed without a navigation: a screen reader continues from the heading.
  useEffect(() => heading.current?.focus(), []);

  return (
    <main id="main" className={styles.offer} data-outcome="offered">
      <title>{`${t('title', { count })} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.header}>
        <OutcomeMark tone="warning" />
        <h1 ref={heading} tabIndex={-1}>
          {t('title', { count })}
        </h1>
        <p className={styles.text}>{t('text', { count })}</p>
        <p className={styles.until}>{t('until', { count, end: until(offer.until) })}</p>
      </header>
      <OfferedPlaces purchase={purchase} offer={offer} />
      <section className={styles.answers}>
        <p>{t('paid', { amount })}</p>
        <OfferAnswers count={count} amount={amount} answering={answering} failed={failed} onAnswer={give} />
        <p className={styles.noAnswer}>{t('silence')}</p>
      </section>
    </main>
  );
}

/** All places of the purchase as they are now; a replacement names the place that it replaces. */
function OfferedPlaces({ purchase, offer }: { purchase: Purchase; offer: PlacesOffer }) {
  const { t } = useTranslation(offerTexts);
  const { t: buy } = useTranslation(buyTexts);
  return (
    <section className={styles.places} aria-labelledby="places-title">
      <h2 id="places-title">{t('places')}</h2>
      {purchase.performances.map((performance) => {
        const change = offer.changes.find(({ performanceId }) => performanceId === performance.id);
        const insteadOf = ({ placeId }: HeldPlace) => change?.chosen[change.offered.findIndex((place) => place.placeId === placeId)];
        return (
          <PerformanceTickets
            key={performance.id}
            performance={performance}
            actionOf={(place) => {
              const before = insteadOf(place);
              // Places without numbers are interchangeable.
              const name = before && seatName(before, buy);
              return name && <p className={styles.instead}>{t('instead', { place: name })}</p>;
            }}
          />
        );
      })}
    </section>
  );
}

/** Calls `onOver` at the offer's deadline: both instants are the server's, the wait between them is this browser's. */
function useOfferEnd({ until, serverNow }: { until: number; serverNow: number | undefined }, onOver: () => void) {
  const over = useRef(onOver);
  over.current = onOver;

  useEffect(() => {
    if (serverNow === undefined) return undefined;
    const timer = setTimeout(() => over.current(), Math.max(0, until - serverNow));
    return () => clearTimeout(timer);
  }, [until, serverNow]);
}

interface OfferAnswersProps {
  /** Of places offered. */
  readonly count: number;
  /** That would go back. */
  readonly amount: string;
  /** On its way. */
  readonly answering: Answer | null;
  readonly failed: boolean;
  readonly onAnswer: (answer: Answer) => void;
}

/** Takes the places, or the money back after one confirmation, because that cannot be undone. */
function OfferAnswers({ count, amount, answering, failed, onAnswer }: OfferAnswersProps) {
  const { t } = useTranslation(offerTexts);
  const [asking, setAsking] = useState(false);
  const decline = () => {
    setAsking(false);
    onAnswer('decline');
  };
  return (
    <>
      {failed && (
        <Notice kind="error" message="failed">
          {t('failed')}
        </Notice>
      )}
      <div className={styles.ways}>
        <Button busy={answering === 'accept'} disabled={answering === 'decline'} onClick={() => onAnswer('accept')}>
          {t('accept', { count })}
        </Button>
        <Button kind="secondary" busy={answering === 'decline'} disabled={answering === 'accept'} onClick={() => setAsking(true)}>
          {t('decline')}
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {answering && t('working')}
      </p>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('sure.title')}
        closeLabel={t('sure.no')}
        actions={
          <>
            <Button kind="secondary" onClick={() => setAsking(false)}>
              {t('sure.no')}
            </Button>
            <Button onClick={decline}>{t('sure.yes')}</Button>
          </>
        }
      >
        <p>{t('sure.text', { amount })}</p>
      </Dialog>
    </>
  );
}

interface Options {
  readonly purchaseId: string;
  readonly onAnswered: (payment: PaymentResult) => void;
  readonly onOver: () => void;
}

/** Sends one answer at a time; with which one is being sent and whether the last one failed. */
function useOfferAnswer({ purchaseId, onAnswered, onOver }: Options) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [answering, setAnswering] = useState<Answer | null>(null);
  const [failed, setFailed] = useState(false);
  const running = useRef(false);
  const click = useClickKey();

  async function give(answer: Answer) {
    if (running.current) return;
    running.current = true;
    setAnswering(answer);
    setFailed(false);
    const answered = await answerOffer(click, purchaseId, answer);
    running.current = false;
    setAnswering(null);
    switch (answered.status) {
      case 'done':
        return onAnswered(answered.payment);
      case 'over':
        return onOver();
      case 'log-in':
        return void navigate(pathTo('login', {}, { next: `${pathname}${search}` }), { replace: true });
      default:
        setFailed(true);
    }
  }

  return { answering, failed, give: (answer: Answer) => void give(answer) };
}

type Answer = 'accept' | 'decline';

type Answered =
  | { readonly status: 'done'; readonly payment: PaymentResult }
  /** The offer has ended in another way: the server has to be asked how. */
  | { readonly status: 'over' }
  | { readonly status: 'log-in' }
  | { readonly status: 'failed' };

/** A refund waits for the gateway. */
const ANSWER_WITHIN_MS = 45_000;

/** Sends the buyer's answer; it is idempotent, so a lost one may be repeated. */
async function answerOffer(click: ClickKey, purchaseId: string, answer: Answer): Promise<Answered> {
  const outcome = await click.keyed((await loadClient()).call)(
    answer === 'accept' ? acceptOffer : declineOffer,
    { params: { purchaseId }, body: {} },
    { purpose: 'charging', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
  );
  if (outcome.status === 'ok') return { status: 'done', payment: outcome.data };
  if (outcome.status === 'unauthorised') return { status: 'log-in' };
  const isOver = outcome.status === 'refusal' && (outcome.failure === 'offer_over' || outcome.failure === 'not_found');
  return { status: isOver ? 'over' : 'failed' };
}
