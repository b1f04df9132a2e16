import { Statement } from '../frame/Statement.tsx';
import { useTranslation } from '../i18n/use-translation.tsx';
import { boxOfficeTexts } from './texts.ts';

/** For customers of the shop, who buy elsewhere. */
export function NotACounter() {
  const { t } = useTranslation(boxOfficeTexts);
  return <Statement title={t('not-a-counter.title')} text={t('not-a-counter.text')} />;
}
