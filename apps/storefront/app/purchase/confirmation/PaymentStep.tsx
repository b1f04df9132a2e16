import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import paymentTexts from '../../i18n/es/payment.json';
import { deviceFacts } from '../device-facts.ts';
import styles from './Confirmation.module.css';
import type { FramedStep } from './framed-step.ts';
import { Progress } from './Progress.tsx';
import type { StepGiven } from './resume.ts';

interface PaymentStepProps {
  readonly step: FramedStep;
  /** Goes on with the payment; called once. */
  readonly onDone: (given: StepGiven) => void;
  /** Ends the payment. */
  readonly cancel?: ReactNode;
}

const FRAME = 'payment-step';

/**
 * Posts the step's form to a frame and goes on with the payment once the frame has said that it is done: a hidden one to collect the
 * device's data, at the latest after its time; a visible one for the bank's question.
 */
export function PaymentStep({ step, onDone, cancel }: PaymentStepProps) {
  const { t } = useTranslation(paymentTexts);
  const form = useRef<HTMLFormElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isChallenge = step.kind === 'challenge';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is done once; another one is another component, by its key
  useEffect(() => {
    const ended = new AbortController();
    const goOn = (given: StepGiven) => {
      if (ended.signal.aborted) return;
      ended.abort();
      onDone(given);
    };
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      if (origin === location.origin && isStepDone(data)) goOn(data.given);
      else if (origin === step.origin) {
        const over = endIn(data);
        // A bank's page may say other things while its buyer has not answered yet.
        if (over || !isChallenge) goOn({ ...deviceFacts(), ...over });
      }
    };
    window.addEventListener('message', hear, { signal: ended.signal });
    const timer = isChallenge ? undefined : setTimeout(() => goOn(deviceFacts()), step.waitMs);
    form.current?.submit();
    heading.current?.focus();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, []);

  return (
    <main id="main" className={styles.confirmation} aria-busy={!isChallenge}>
      <title>{t(isChallenge ? 'step.challenge.title' : 'verifying.title')}</title>
      <meta name="robots" content="noindex" />
      {!isChallenge && <Progress />}
      <h1 ref={heading} tabIndex={-1}>
        {t(isChallenge ? 'step.challenge.title' : 'verifying.title')}
      </h1>
      <p className={styles.text} role="status">
        {t(isChallenge ? 'step.challenge.text' : 'step.device.text')}
      </p>
      <form ref={form} method="post" action={step.url} target={FRAME} hidden>
        {step.fields.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <iframe
        ref={frame}
        name={FRAME}
        title={t('step.frame')}
        className={isChallenge ? styles.challenge : styles.device}
        aria-hidden={!isChallenge}
        tabIndex={isChallenge ? 0 : -1}
      />
      {isChallenge && cancel && <div className={styles.ways}>{cancel}</div>}
    </main>
  );
}

const isStepDone = (data: unknown): data is { readonly given: StepGiven } =>
  typeof data === 'object' && data !== null && 'butaca' in data && data.butaca === 'step-done' && 'given' in data;

/** How a provider's page says that its step is over: Payway's hands a value over, Mercado Pago's says so. Null for everything else. */
function endIn(data: unknown): StepGiven | null {
  let said = data;
  try {
    if (typeof data === 'string') said = JSON.parse(data);
  } catch {
    return null;
  }
  const { instruction_value: value, status } = (said ?? {}) as { instruction_value?: unknown; status?: unknown };
  if (typeof value === 'string') return { instruction_value: value.slice(0, 4096) };
  return status === 'COMPLETE' ? { status } : null;
}
