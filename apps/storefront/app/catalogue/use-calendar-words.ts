import { useTranslation } from '../i18n/use-translation.tsx';
import { catalogueTexts } from './texts.ts';
import type { CalendarWords } from './when.ts';

export function useCalendarWords(): CalendarWords {
  const { t } = useTranslation(catalogueTexts);
  return { weekdays: t('weekdays.short').split(' '), months: t('months.short').split(' ') };
}
