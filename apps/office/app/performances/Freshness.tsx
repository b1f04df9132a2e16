import { elapsedMs } from '@butaca/browser/server-clock.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import officeTexts from '../i18n/es/office.json';
import styles from './Freshness.module.css';

/** Three polls without an answer. */
const STALE_MS = 6000;
/** The numbers change every two seconds; a screen reader announces them once a minute. */
const SUMMARY_MS = 60_000;

interface FreshnessProps {
  /** Changes with the numbers. */
  readonly updatedAt: number;
  readonly failed: boolean;
  /** Places sold, of all performances. */
  readonly sold: number;
}

/** Whether the numbers are live, and how old they are if not. */
export function Freshness({ updatedAt, failed, sold }: FreshnessProps) {
  const { t } = useTranslation(officeTexts);
  const age = useAge(updatedAt);
  const stale = failed || age > STALE_MS;
  const seconds = Math.round(age / 1000);
  const text =
    seconds < 60
      ? t('age.seconds', { count: seconds })
      : seconds < 3600
        ? t('age.minutes', { count: Math.floor(seconds / 60) })
        : t('age.hours', { count: Math.floor(seconds / 3600) });
  return (
    <div className={styles.freshness} data-stale={stale}>
      <span className={styles.dot} aria-hidden="true" />
      <span>{stale ? t('stale', { age: text }) : t('live')}</span>
      <Announcer stale={stale} sold={sold} />
    </div>
  );
}

/** For screen readers: what was sold in the last minute, and when the connection is lost and found again. */
function Announcer({ stale, sold }: { stale: boolean; sold: number }) {
  const { t } = useTranslation(officeTexts);
  const [text, setText] = useState('');
  const latest = useRef({ sold, t });
  const wasStale = useRef(stale);

  useEffect(() => {
    latest.current = { sold, t };
  });

  useEffect(() => {
    if (stale !== wasStale.current) setText(latest.current.t(stale ? 'announce.stale' : 'announce.live'));
    wasStale.current = stale;
  }, [stale]);

  useEffect(() => {
    let before = latest.current.sold;
    const timer = setInterval(() => {
      const more = latest.current.sold - before;
      before = latest.current.sold;
      if (more > 0) setText(latest.current.t('announce.sold', { count: more }));
    }, SUMMARY_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <span className="visually-hidden" role="status">
      {text}
    </span>
  );
}

/** Milliseconds since these numbers came, updated every second; a device whose clock is set makes them neither older nor newer. */
function useAge(of: number): number {
  const [came, setCame] = useState({ of, at: elapsedMs() });
  const [now, setNow] = useState(elapsedMs);
  if (came.of !== of) setCame({ of, at: elapsedMs() });
  useEffect(() => {
    const timer = setInterval(() => setNow(elapsedMs()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - came.at);
}
