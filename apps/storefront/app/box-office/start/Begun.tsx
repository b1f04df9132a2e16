import { serverClock } from '@butaca/browser/server-clock.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import { useUntil } from '../../purchase/until.ts';

interface Sold {
  readonly startsAt: number;
  readonly sellsUntil?: number | undefined;
  readonly timeZone: string;
}

/** A performance begins while its screen is open; the minute is what a clerk reads. */
const LOOK_MS = 10_000;

/**
 * Of a performance that has begun: until when counters sell it, or that they do not any more; `short` where there is nothing to sell. Null
 * before its start, by the server's clock.
 */
export function useBegun({
  startsAt,
  sellsUntil,
  timeZone,
}: Sold): { readonly text: string; readonly short: string; readonly isOver: boolean } | null {
  const { t } = useTranslation(boxOfficeTexts);
  const until = useUntil(timeZone);
  const [now, setNow] = useState(serverClock.now);
  useEffect(() => {
    const looking = setInterval(() => setNow(serverClock.now()), LOOK_MS);
    return () => clearInterval(looking);
  }, []);
  if (now < startsAt || sellsUntil === undefined) return null;
  const isOver = now >= sellsUntil;
  const text = isOver ? t('begun.over') : t('begun.until', { end: until(sellsUntil) });
  return { isOver, text, short: t(isOver ? 'begun.ended' : 'begun') };
}
