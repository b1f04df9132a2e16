import { pollWhileVisible } from '@butaca/browser/poll.ts';
import { serverClock } from '@butaca/browser/server-clock.ts';
import type { PaymentResult } from '@butaca/contract';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { classes } from '@butaca/ui/components/classes.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { QrCode } from '../../account/order/QrCode.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import paymentTexts from '../../i18n/es/payment.json';
import styles from './Confirmation.module.css';
import { type AwaitedStep, awaitedStepOf } from './framed-step.ts';
import { Progress } from './Progress.tsx';
import { lookAtPayment } from './verify.ts';

interface AwaitedPaymentProps {
  readonly purchaseId: string;
  readonly step: AwaitedStep;
  readonly onAnswered: (payment: PaymentResult) => void;
  /** The purchase cannot be asked about from here any more. */
  readonly onLost: () => void;
  /** Ends the payment. */
  readonly cancel: ReactNode;
}

/**
 * The buyer pays in the provider's frame, with a code or on a phone, while this page asks the server what has become of it. A frame's
 * message only makes it ask at once: it proves nothing.
 */
export function AwaitedPayment({ purchaseId, step, onAnswered, onLost, cancel }: AwaitedPaymentProps) {
  const { t } = useTranslation(paymentTexts);
  const { brand } = useFrame();
  const { verificationStepMs: everyMs } = brand.constants;
  const heading = useRef<HTMLHeadingElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  /** As the provider's form tells it; until then the frame is as high as the screen allows. */
  const [height, setHeight] = useState<number | null>(null);
  const isLong = useLater(LONG_MS);

  useEffect(() => heading.current?.focus(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one payment is asked about for as long as this step is shown
  useEffect(() => {
    const ended = new AbortController();
    const ask = async () => {
      const seen = await lookAtPayment(purchaseId, '');
      if (ended.signal.aborted || seen === undefined) return;
      if (typeof seen === 'string') return onLost();
      if (awaitedStepOf(seen.result)?.kind !== step.kind) onAnswered(seen.result);
    };
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (step.kind !== 'frame' || source !== frame.current?.contentWindow || origin !== step.origin) return;
      const told = heightIn(data);
      if (told === null) void ask();
      else setHeight(told);
    };
    window.addEventListener('message', hear, { signal: ended.signal });
    const stop = pollWhileVisible(ask, { everyMs });
    return () => {
      ended.abort();
      stop();
    };
  }, [purchaseId, step.kind, everyMs]);

  return (
    <main id="main" className={styles.confirmation}>
      <title>{`${t(`step.${step.kind}.title`)} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      {step.kind === 'poll' && <Progress />}
      <h1 ref={heading} tabIndex={-1}>
        {t(`step.${step.kind}.title`)}
      </h1>
      <p className={styles.text} role="status">
        {t(`step.${step.kind}.text`)}
        {isLong && step.kind !== 'frame' && ` ${t('step.long')}`}
      </p>
      {step.kind === 'frame' && (
        <iframe
          ref={frame}
          src={step.url}
          title={t('step.frame.form')}
          className={styles.form}
          style={height === null ? undefined : { height: `${height}px` }}
        />
      )}
      {step.kind === 'qr' && (
        <>
          <div className={styles.code} role="img" aria-label={t('step.qr.code')}>
            <QrCode code={step.content} />
          </div>
          {step.until !== undefined && <TimeLeft until={step.until} />}
        </>
      )}
      <div className={styles.ways}>
        {step.kind === 'qr' && step.url && (
          <LinkButton as="a" href={step.url}>
            {t('step.qr.app')}
          </LinkButton>
        )}
        {cancel}
      </div>
    </main>
  );
}

/** A person who has the wallet at hand has paid by then. */
const LONG_MS = 45_000;

/** True once so much time has passed. */
function useLater(afterMs: number): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isLater;
}

const LOWEST = 160;
const HIGHEST = 2400;

/** What Bancard's frames tell of their height (`iframeHeight`), in pixels; null for any other message. */
export function heightIn(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('iframeHeight' in data)) return null;
  const told = Number(data.iframeHeight);
  return Number.isFinite(told) ? Math.ceil(Math.min(HIGHEST, Math.max(LOWEST, told))) : null;
}

/** Counts down to the end of a code; a screen reader is told of its last minute and its end. */
function TimeLeft({ until }: { until: number }) {
  const { t } = useTranslation(paymentTexts);
  const [now, setNow] = useState(serverClock.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <>
      {seconds > 0 && <p className={classes(styles.text, styles.left)}>{t('step.qr.left', { time })}</p>}
      <p className={seconds === 0 ? styles.text : 'visually-hidden'} role="status">
        {seconds === 0 ? t('step.qr.over') : seconds <= 60 && t('step.qr.last minute')}
      </p>
    </>
  );
}
