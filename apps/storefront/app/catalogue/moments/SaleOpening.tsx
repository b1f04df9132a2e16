import type { ShowPerformance } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { lazy, Suspense } from 'react';
import { useHydrated } from '../../frame/use-hydrated.ts';
import landingTexts from '../../i18n/es/landing.json';
import { dayNumber, weekdayOf } from '../calendar.ts';
import { timeOf } from '../when.tsx';

/** Comes after the page; without it the date stays. */
const OpeningClock = lazy(() => import('./OpeningClock.tsx').catch(() => ({ default: ({ date }: { readonly date: string }) => date })));

interface SaleOpeningProps {
  readonly performance: Pick<ShowPerformance, 'onSaleAt' | 'onSaleDate'>;
  readonly className: string | undefined;
}

/** When an announced performance goes on sale, by the clocks of its venue; nothing where that is not known. */
export function SaleOpening({ performance: { onSaleAt, onSaleDate }, className }: SaleOpeningProps) {
  const { t } = useTranslation(landingTexts);
  const isHydrated = useHydrated();
  if (onSaleAt === undefined || onSaleDate?.year === undefined) return null;
  const { year, month, day } = onSaleDate;
  const weekday = t('weekdays').split(' ')[weekdayOf(dayNumber(year, month, day))] ?? '';
  const time = timeOf(onSaleDate);
  const date = t('opens', { weekday, day, month: t('months.in date').split(' ')[month - 1] ?? '', time });
  return (
    <p className={className}>
      {isHydrated ? (
        <Suspense fallback={date}>
          <OpeningClock at={onSaleAt} date={date} time={time} />
        </Suspense>
      ) : (
        date
      )}
    </p>
  );
}
