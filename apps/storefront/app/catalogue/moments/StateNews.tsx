import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import landingTexts from '../../i18n/es/landing.json';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../when.tsx';
import { changedSince, type ShownPerformance } from './moments.ts';

/** More of them would be read for too long. */
const MOST_NAMED = 3;

type Performance = Pick<ShownPerformance, 'id' | 'state' | 'date'>;

/** For screen readers: which dates went on sale, sold out, started or were cancelled while the page was open. */
export function StateNews({ performances }: { readonly performances: readonly Performance[] }) {
  const text = useStateNews(performances);
  return (
    <p className="visually-hidden" role="status" data-msg="state news">
      {text}
    </p>
  );
}

function useStateNews(performances: readonly Performance[]): string {
  const { t } = useTranslation(landingTexts);
  const words = useCalendarWords();
  const before = useRef(performances);
  const [changed, setChanged] = useState<readonly Performance[]>([]);

  useEffect(() => {
    const news = changedSince(before.current, performances);
    before.current = performances;
    // What was announced stays until there is more to announce.
    if (news.length > 0) setChanged(news);
  }, [performances]);

  if (changed.length > MOST_NAMED) return t('news.many', { count: changed.length });
  return changed.map(({ state, date }) => t(`news.${state}`, { day: dayOfWeekAndMonth(date, words), time: timeOf(date) })).join(' ');
}
