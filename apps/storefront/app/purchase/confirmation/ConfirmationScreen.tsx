import type { CardResult, PaymentResult } from '@butaca/contract';
import { cancelPayment } from '@butaca/contract/payment';
import { brandName } from '@butaca/contract/rules/card-brands';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { OutcomeMark } from '@butaca/ui/components/OutcomeMark.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { MissingMailOf } from '../../account/mailbox/MissingMail.tsx';
import { loadClient } from '../../calls/load-client.ts';
import { usePixel } from '../../frame/pixel.ts';
import { Statement } from '../../frame/Statement.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import paymentTexts from '../../i18n/es/payment.json';
import { pathTo } from '../../paths.ts';
import { DeclineMessage, declineIntro } from '../buy/DeclineMessage.tsx';
import { LostMeanwhile } from '../buy/RefusalNotice.tsx';
import type { Lost } from '../buy/refusals.ts';
import { PerformanceName } from '../buy/summary/PerformanceTickets.tsx';
import { OfferScreen } from '../offer/OfferScreen.tsx';
import { PaidScreen } from '../result/PaidScreen.tsx';
import { useUntil } from '../until.ts';
import { AwaitedPayment } from './AwaitedPayment.tsx';
import { CallOff } from './CallOff.tsx';
import styles from './Confirmation.module.css';
import { awaitedStepOf, framedStepOf, pageLeftFor } from './framed-step.ts';
import { keptUntil } from './kept-until.ts';
import { PaymentStep } from './PaymentStep.tsx';
import { PlacesKept, useIsOver } from './PlacesKept.tsx';
import { Progress } from './Progress.tsx';
import { resume } from './resume.ts';
import { SecondCardScreen } from './SecondCardScreen.tsx';
import { halfWay, isPayable, isUnpaid, outcomeView, textOf, titleOf, toneOf, usePaymentNews, useVerification } from './verify.ts';

interface ConfirmationScreenProps {
  readonly purchaseId: string;
  /** A payment page sent the buyer back with an error. */
  readonly problem: boolean;
}

/** S-26..S-32: reads the outcome of the payment and shows it. */
export function ConfirmationScreen({ purchaseId, problem }: ConfirmationScreenProps) {
  const { t } = useTranslation(paymentTexts);
  const { verified, lost, again, answered, news } = useVerification(purchaseId);
  const [hasAccepted, setAccepted] = useState(false);
  if (verified === null || verified.status === 'log-in') return <Verifying title={t('verifying.title')} text={t('verifying.text')} />;
  if (verified.status === 'not-found') return <UnknownPurchase problem={problem} />;
  if (verified.status === 'known' && verified.result.outcome === 'approved') return <PaidScreen payment={verified.result} />;
  if (verified.status === 'known' && verified.result.outcome === 'offered' && verified.result.offer)
    return <OfferScreen payment={verified.result} offer={verified.result.offer} onAnswered={answered} onOver={again} />;
  if (verified.status === 'known' && verified.result.outcome === 'secured')
    return (
      <SecondCardScreen
        payment={verified.result}
        onPaid={again}
        hasAccepted={hasAccepted}
        onAccepted={() => setAccepted(true)}
        cancel={<CancelPayment purchaseId={purchaseId} onCancelled={answered} onOver={again} />}
      />
    );
  const step = verified.status === 'known' ? framedStepOf(verified.result) : null;
  if (step)
    return (
      <PaymentStep
        key={`${step.kind} ${step.url}`}
        step={step}
        onDone={async (given) => {
          const result = await resume(purchaseId, given, step.url);
          if (result) answered(result);
          else again();
        }}
        cancel={<CancelPayment purchaseId={purchaseId} onCancelled={answered} onOver={again} />}
      />
    );
  const awaited = verified.status === 'known' ? awaitedStepOf(verified.result) : null;
  if (awaited)
    return (
      <AwaitedPayment
        purchaseId={purchaseId}
        step={awaited}
        onAnswered={answered}
        onLost={again}
        cancel={<CancelPayment purchaseId={purchaseId} onCancelled={answered} onOver={again} />}
      />
    );
  return (
    <Outcome
      purchaseId={purchaseId}
      payment={verified.status === 'known' ? verified.result : undefined}
      lost={lost}
      problem={problem}
      onVerifyAgain={again}
      onCancelled={answered}
      onNews={news}
    />
  );
}

/** The purchase does not exist, or belongs to another customer; `problem` when a payment page sent the buyer back with an error (ER-014). */
export function UnknownPurchase({ problem }: { problem: boolean }) {
  const { t } = useTranslation(paymentTexts);
  return (
    <Statement title={t(problem ? 'there was a problem making the payment' : 'unknown-purchase.title')} text={t('unknown-purchase.text')}>
      <LinkButton as={Link} to={pathTo('myOrders', {})}>
        {t('my orders')}
      </LinkButton>
    </Statement>
  );
}

/** PO-001. */
export function Verifying({ title, text }: { title: string; text: string }) {
  return (
    <main id="main" className={styles.confirmation} aria-busy="true">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <Progress />
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.text} role="status">
        {text}
      </p>
    </main>
  );
}

interface OutcomeProps {
  readonly purchaseId: string;
  /** Undefined while the outcome is unknown. */
  readonly payment: PaymentResult | undefined;
  readonly lost: readonly Lost[];
  readonly problem: boolean;
  readonly onVerifyAgain: () => void;
  readonly onCancelled: (payment: PaymentResult) => void;
  /** A payment that waited is decided, and nobody did anything here. */
  readonly onNews: (payment: PaymentResult) => void;
}

/** Every outcome but an approval: what it means and what the buyer can do. */
function Outcome({ purchaseId, payment, lost, problem, onVerifyAgain, onCancelled, onNews }: OutcomeProps) {
  const { t } = useTranslation(paymentTexts);
  const { t: ofBuying } = useTranslation(buyTexts);
  const { brand } = useFrame();
  const money = useMoney();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const outcome = payment?.outcome ?? 'unknown';
  const leftFor = payment && pageLeftFor(payment);
  const view = leftFor ? halfWay : outcomeView(outcome);
  const title = problem && view.mayPay ? 'there was a problem making the payment' : titleOf(payment, view.title);
  const mayBePaid = payment !== undefined && isUnpaid(payment);
  const kept = mayBePaid ? keptUntil(payment.purchase) : undefined;
  const isKept = !useIsOver(kept) && kept !== undefined;
  const isHeld = !useIsOver(payment?.heldUntil) && payment?.heldUntil !== undefined;
  const until = useUntil();
  const isLate = useIsOver(payment?.purchase.deadline);
  const mayPay = mayBePaid && payment.purchase.stage === 'open' && !isLate;
  // Its reservation lasts for longer than the time in which it could be paid here.
  const mayResume = isKept && payment?.purchase.reservedUntil !== undefined;
  const isOff = payment?.isPerformanceCancelled ?? false;
  const other = lost[0]?.performance ?? (mayBePaid && !mayPay && !isKept && !isOff ? payment?.purchase.performances[0] : undefined);
  const said = t(title, { method: payment?.method ?? '' });

  usePixel({ stage: view.mayPay ? 'failure' : null, purchaseId, amount: payment?.amount });

  const [news, setNews] = useState(false);
  usePaymentNews(
    { purchaseId, payment },
    {
      onDecided: (decided) => {
        setNews(true);
        onNews(decided);
      },
      onChanged: onCancelled,
    },
  );
  const before = useRef<string>(null);

  // The content changed without a navigation: a screen reader continues from the heading, unless it changed by itself.
  useEffect(() => {
    if (before.current === outcome) return;
    before.current = outcome;
    if (!news) heading.current?.focus();
  }, [outcome, news]);

  return (
    <main id="main" className={styles.confirmation} data-outcome={outcome}>
      <title>{`${said} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <OutcomeMark tone={toneOf(payment, view.tone)} />
      <h1 ref={heading} tabIndex={-1} data-msg={title}>
        {said}
      </h1>
      <p className="visually-hidden" role="status">
        {news && said}
      </p>
      {payment?.purchase.performances
        .filter(({ id }) => !lost.some(({ performance }) => performance.id === id))
        .map((performance) => (
          <p key={performance.id} className={styles.about}>
            <PerformanceName performance={performance} />
          </p>
        ))}
      {payment?.message && !isOff && (
        <div data-msg={declineIntro(payment.method)}>
          <DeclineMessage message={payment.message} method={payment.method} className={styles.cardSays} />
        </div>
      )}
      {payment?.cards && <CardResults cards={payment.cards} />}
      {view.text && !payment?.cards && (
        <p className={styles.text} data-msg={view.text}>
          {t(textOf(payment, view.mayResume && !isKept ? 'cancelled.text' : view.text, { isKept: isHeld }), {
            amount: money(payment?.refunded ?? 0),
            unproven: money(payment?.unproven ?? 0),
            proven: money((payment?.refunded ?? 0) - (payment?.unproven ?? 0)),
            method: payment?.method ?? '',
            end: payment?.heldUntil === undefined ? '' : until(payment.heldUntil),
          })}
        </p>
      )}
      {mayBePaid && !isOff && lost.length === 0 && (kept !== undefined || !mayPay) && payment.triesLeft !== 0 && (
        <p className={styles.text}>
          <PlacesKept purchase={payment.purchase} until={kept} payment="unpaid" />
        </p>
      )}
      {payment && outcome === 'pending' && !isOff && (
        <p className={styles.text}>
          <PlacesKept purchase={payment.purchase} until={payment.heldUntil} />
        </p>
      )}
      {payment && (isDecidedLater(payment) || payment.waited) && (
        <p className={styles.text} role="status">
          <MissingMailOf orderId={purchaseId} />
        </p>
      )}
      {!view.mayPay && payment?.orderNumber && (
        <p className={styles.text}>
          {t('order.number')}: <strong>{payment.orderNumber}</strong>
        </p>
      )}
      {payment?.triesLeft === 0 && !isOff && <p className={styles.text}>{t('declined.over')}</p>}
      {lost.length > 0 && (
        <div className={styles.lost}>
          <LostMeanwhile lost={lost} total={mayPay ? payment?.purchase.totals?.total : undefined} />
        </div>
      )}
      <div className={styles.ways}>
        {other && !mayPay && (
          <LinkButton as={Link} to={pathTo('funcion', {}, { performance: other.id, hash: other.hash })}>
            {payment?.waited ? t('choose again') : ofBuying('over.again')}
          </LinkButton>
        )}
        {mayPay && (
          <LinkButton as={Link} to={pathTo('BuyTicketById', { purchaseId })}>
            {t(payment?.isUntried ? 'untried.pay' : 'pay again')}
          </LinkButton>
        )}
        {payment?.orderId && (
          <LinkButton as={Link} kind={mayPay || other ? 'secondary' : 'primary'} to={pathTo('order', { orderId: payment.orderId })}>
            {t('see order')}
          </LinkButton>
        )}
        {payment?.slip && isHeld && (
          <LinkButton as="a" href={payment.slip} rel="noreferrer">
            {t('slip')}
          </LinkButton>
        )}
        {leftFor && (
          <LinkButton as="a" href={leftFor}>
            {t('step.redirect')}
          </LinkButton>
        )}
        {mayResume && (
          <LinkButton as={Link} kind={mayPay ? 'secondary' : 'primary'} to={pathTo('myBookings', {})}>
            {t('my bookings')}
          </LinkButton>
        )}
        {view.mayVerify && (
          <Button kind={leftFor || (payment?.slip && isHeld) ? 'secondary' : 'primary'} onClick={onVerifyAgain}>
            {t('verify again')}
          </Button>
        )}
        {payment?.mayCallOff && (
          <CallOff
            purchaseId={purchaseId}
            payableUntil={payment.payableUntil}
            onAnswered={(answered) => {
              onCancelled(answered);
              if (isPayable(answered)) void navigate(pathTo('BuyTicketById', { purchaseId }));
            }}
            onOver={onVerifyAgain}
          />
        )}
        {outcome === 'processing' && <CancelPayment purchaseId={purchaseId} onCancelled={onCancelled} onOver={onVerifyAgain} />}
        <LinkButton
          as={Link}
          kind={mayPay || other || payment?.orderId || leftFor || view.mayVerify || mayResume ? 'secondary' : 'primary'}
          to={pathTo('myOrders', {})}
        >
          {t('my orders')}
        </LinkButton>
        <Link to={pathTo('cartelera', {})} className={styles.home}>
          {t('to-billboard')}
        </Link>
      </div>
    </main>
  );
}

/** What became of each of two cards that did not pay a purchase together. */
export function CardResults({ cards }: { cards: readonly CardResult[] }) {
  const { t } = useTranslation(paymentTexts);
  const money = useMoney();
  return (
    <ul className={styles.cards}>
      {cards.map((card) => {
        const { outcome, amount, brand, lastFour = '' } = card;
        return (
          <li key={`${outcome} ${brand} ${lastFour} ${amount}`}>
            {t('paid.card.value', { brand: brand ? brandName(brand) : t('paid.card'), lastFour })}
            {': '}
            {t(textOfCard(card), { amount: money(amount) })}
          </li>
        );
      })}
    </ul>
  );
}

function textOfCard({ outcome, isUnproven }: CardResult) {
  if (isUnproven) return 'cards.unproven';
  if (outcome === 'late') return 'cards.returning';
  return outcome === 'refunded' ? 'cards.refunded' : 'cards.not charged';
}

/** Its buyer gets a mail about it, or had one. */
const isDecidedLater = ({ outcome }: PaymentResult): boolean => outcome === 'pending' || outcome === 'late' || outcome === 'refunded';

interface CancelPaymentProps {
  readonly purchaseId: string;
  readonly onCancelled: (payment: PaymentResult) => void;
  /** It is not the buyer's any more to end it: what has become of it has to be asked. */
  readonly onOver: () => void;
}

/** Ends a payment that waits for the buyer at its provider (CA-068). */
function CancelPayment({ purchaseId, onCancelled, onOver }: CancelPaymentProps) {
  const { t } = useTranslation(paymentTexts);
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    const client = await loadClient();
    const outcome = await client.call(cancelPayment, { params: { purchaseId }, body: {} }, { purpose: 'charging' });
    if (outcome.status === 'ok') onCancelled(outcome.data);
    else onOver();
  };
  return (
    <Button kind="secondary" disabled={busy} onClick={() => void cancel()}>
      {t('cancel payment')}
    </Button>
  );
}
