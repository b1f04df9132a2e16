import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AsOf } from '../../calls/as-of.ts';
import momentsTexts from '../../i18n/es/moments.json';
import { released } from '../billboard/use-whole-billboard.ts';
import type { ShowCard, ShowLink } from '../card.ts';
import { inTheirPlaces, type ListedNow, newsOf, nextMoment } from './live-cards.ts';
import { useMoments } from './use-moments.ts';

/** More of them would be read for too long. */
const MOST_NAMED = 3;

interface LiveCardsProps {
  readonly shows: readonly ShowCard[];
  /** Those that a filter leaves, of which news are announced; left out, all. */
  readonly shown?: readonly ShowCard[];
  /** Shows that have no card yet. */
  readonly toCome?: readonly ShowLink[];
  /** Undefined without an answer. */
  readonly read: (asOf: AsOf) => Promise<ListedNow | undefined>;
  readonly onRead: (shows: readonly ShowCard[]) => void;
}

/** Keeps the cards of an open page as they are now, and tells screen readers what became of them. Loaded after the page. */
export default function LiveCards({ shows, shown = shows, toCome = [], read, onRead }: LiveCardsProps): ReactNode {
  const latest = useRef({ shows, toCome });
  latest.current = { shows, toCome };
  useMoments({ moment: nextMoment(shows), polls: true }, async (asOf) => {
    const now = await read(asOf).catch(() => undefined);
    if (!now) return;
    await released();
    onRead(inTheirPlaces(latest.current, now));
  });
  return (
    <p className="visually-hidden" role="status" data-msg="card news">
      {useCardNews(shows, shown)}
    </p>
  );
}

function useCardNews(shows: readonly ShowCard[], shown: readonly ShowCard[]): string {
  const { t } = useTranslation(momentsTexts);
  const before = useRef(shows);
  const [text, setText] = useState('');
  useEffect(() => {
    const seen = new Set(shown.map(({ id }) => id));
    const news = newsOf(before.current, shows).filter(({ id }) => seen.has(id));
    before.current = shows;
    // What was announced stays until there is more to announce.
    if (news.length > MOST_NAMED) setText(t('news.many', { count: news.length }));
    else if (news.length > 0) setText(news.map(({ kind, name }) => t(`news.${kind}`, { name })).join(' '));
  }, [shows, shown, t]);
  return text;
}
