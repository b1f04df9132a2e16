import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import catalogueTexts from '../i18n/es/catalogue.json';
import type { ShowCard } from './card.ts';
import { useCalendarWords, whenOf } from './when.ts';

/** When a show plays, in a few words. */
export function ShowWhen({ show }: { show: Pick<ShowCard, 'firstDate' | 'lastDate' | 'performanceCount'> }) {
  const { t } = useTranslation(catalogueTexts);
  const when = whenOf(show, useCalendarWords());
  switch (when.kind) {
    case 'none':
      return t('when.none');
    case 'once':
      return t('when.once', when);
    case 'one-day':
      return t('when.one-day', when);
    case 'run':
      return t('when.run', when);
  }
}
