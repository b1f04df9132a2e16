import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import landingTexts from '../../../i18n/es/landing.json';
import type { Month } from './date-choice.ts';

/** `Diciembre 2026`. */
export function useMonthName(): (month: Pick<Month<unknown>, 'month' | 'year'>) => string {
  const { t } = useTranslation(landingTexts);
  const names = t('months').split(' ');
  return ({ month, year }) => `${names[month - 1]} ${year}`;
}
