import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type RefObject, useEffect, useState } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import landingTexts from '../../i18n/es/landing.json';
import type { ShownPerformance } from '../moments/moments.ts';
import styles from './ChooseBar.module.css';
import { isOpen, lowestOf } from './dates/date-choice.ts';

/** Of the heading of the dates. */
export const DATES_ID = 'dates';

interface ChooseBarProps {
  readonly performances: readonly ShownPerformance[];
  readonly dates: RefObject<HTMLElement | null>;
}

/** On a phone the dates are below the story: until they are reached, what the show costs and the way to them stay at the lower edge. */
export function ChooseBar({ performances, dates }: ChooseBarProps) {
  const { t } = useTranslation(landingTexts);
  const money = useMoney();
  const isReached = useReached(dates);
  const lowest = lowestOf(performances);
  if (!isOpen(performances) || isReached) return null;
  return (
    <div className={`${styles.bar} screen-only`} data-bar="bottom">
      <p>{lowest !== undefined && t('price.from', { price: money(lowest) })}</p>
      <LinkButton as="a" href={`#${DATES_ID}`}>
        {t('dates.choose')}
      </LinkButton>
    </div>
  );
}

/** Whether an element has come into sight, or has been passed. */
function useReached(element: RefObject<HTMLElement | null>): boolean {
  const [isReached, setReached] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    // What is above the screen counts, too: from there to the top of the page nothing else would change.
    const watching = new IntersectionObserver(([entry]) => entry && setReached(entry.isIntersecting), { rootMargin: '1000000px 0px 0px' });
    watching.observe(element.current);
    return () => watching.disconnect();
  }, [element]);
  return isReached;
}
