import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { officeTexts } from '../texts.ts';

/** Numbers change every two seconds; who listens hears of them once a minute. */
const SUMMARY_MS = 60_000;

/** For ears: what was sold in the last minute, and when the connection is lost and found again. Nothing else is announced. */
export function Spoken({ stale, sold }: { stale: boolean; sold: number }) {
  const { t } = useTranslation(officeTexts);
  const [said, setSaid] = useState('');
  const latest = useRef({ sold, t });
  const wasStale = useRef(stale);

  useEffect(() => {
    latest.current = { sold, t };
  });

  useEffect(() => {
    if (stale !== wasStale.current) setSaid(latest.current.t(stale ? 'said.stale' : 'said.live'));
    wasStale.current = stale;
  }, [stale]);

  useEffect(() => {
    let before = latest.current.sold;
    const timer = setInterval(() => {
      const more = latest.current.sold - before;
      before = latest.current.sold;
      if (more > 0) setSaid(latest.current.t('said.sold', { count: more }));
    }, SUMMARY_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );
}
