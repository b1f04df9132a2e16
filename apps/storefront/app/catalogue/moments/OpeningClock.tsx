import { serverClock } from '@butaca/browser/server-clock.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import landingTexts from '../../i18n/es/landing.json';
import styles from './OpeningClock.module.css';
import { nextTick, phaseOf, timeLeft } from './opening.ts';

interface OpeningClockProps {
  /** Epoch ms of the server's time. */
  readonly at: number;
  /** What is said while the opening is far away. */
  readonly date: string;
  /** Of day. */
  readonly time: string;
}

/** Says when a sale opens: in the hour before, in how long, and then that it is about to; the page changes by itself after that. */
export default function OpeningClock({ at, date, time }: OpeningClockProps) {
  const { t } = useTranslation(landingTexts);
  const leftMs = useMsUntil(at);
  const phase = phaseOf(leftMs);
  if (phase === 'far') return date;
  return (
    <span className={styles.stack}>
      <span className={styles.room} aria-hidden="true">
        {date}
      </span>
      {phase === 'near' ? (
        <span>
          {/* A timer is announced only when its reader asks for it. */}
          {t('opens.soon', { time })} <span role="timer">{t('opens.left', { left: timeLeft(leftMs) })}</span>
        </span>
      ) : (
        <span>{t(`opens.${phase}`)}</span>
      )}
    </span>
  );
}

/** Infinite until the server has said what time it is: a device may be an hour wrong. */
function useMsUntil(at: number): number {
  const [leftMs, setLeft] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (!serverClock.isKnown()) return;
      const left = at - serverClock.now();
      setLeft(left);
      const pause = nextTick(left);
      if (pause !== undefined) timer = setTimeout(look, pause);
    };
    const forget = serverClock.onKnown(look);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearTimeout(timer);
      forget();
      document.removeEventListener('visibilitychange', look);
    };
  }, [at]);
  return leftMs;
}
