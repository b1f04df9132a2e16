import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Statement } from '../frame/Statement.tsx';
import boxOfficeTexts from '../i18n/es/box-office.json';

/** For customers, who buy on the billboard instead. */
export function NotACounter() {
  const { t } = useTranslation(boxOfficeTexts);
  return <Statement title={t('not-a-counter.title')} text={t('not-a-counter.text')} />;
}
