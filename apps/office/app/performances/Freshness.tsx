import type { Translate } from '@butaca/brand/translate';
import { serverClock, watchJumps } from '@butaca/browser/server-clock.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import officeTexts from '../i18n/es/office.json';
import styles from './Freshness.module.css';

/** Three polls without an answer. */
const STALE_MS = 6000;
/** The numbers change every two seconds; a screen reader announces them once a minute. */
const SUMMARY_MS = 60_000;

interface FreshnessProps {
  /** When the server counted them (epoch ms). */
  readonly countedAt: number;
  readonly failed: boolean;
  /** Places sold, of all performances. */
  readonly sold: number;
}

/** Whether the numbers are live, and how old they are if not. */
export function Freshness({ countedAt, failed, sold }: FreshnessProps) {
  const { t } = useTranslation(officeTexts);
  const age = useAge(countedAt);
  const stale = failed || age === undefined || age > STALE_MS;
  return (
    <div className={styles.freshness} data-stale={stale}>
      <span className={styles.dot} aria-hidden="true" />
      <span>{!stale ? t('live') : age === undefined ? t('stale.paused') : t('stale', { age: ageText(age, t) })}</span>
      <Announcer stale={stale} sold={sold} />
    </div>
  );
}

function ageText(ms: number, t: Translate<typeof officeTexts>): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t('age.seconds', { count: seconds });
  return seconds < 3600 ? t('age.minutes', { count: Math.floor(seconds / 60) }) : t('age.hours', { count: Math.floor(seconds / 3600) });
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

/**
 * Milliseconds since the server counted these numbers, by its clock, updated every second. Undefined when the device slept since or its
 * clock was set: the elapsed time may have stood still, and the next answer says how late it is.
 */
function useAge(countedAt: number): number | undefined {
  const [unsureSince, setUnsureSince] = useState<number>();
  const [now, setNow] = useState(serverClock.now);
  useEffect(() => {
    setNow(serverClock.now());
    const jumped = watchJumps();
    const timer = setInterval(() => {
      setNow(serverClock.now());
      if (jumped()) setUnsureSince(countedAt);
    }, 1000);
    return () => clearInterval(timer);
  }, [countedAt]);
  return unsureSince === countedAt ? undefined : Math.max(0, now - countedAt);
}
