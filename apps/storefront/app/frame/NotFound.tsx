import { SearchBox } from '../chrome/top-bar/SearchBox.tsx';
import { useTranslation } from '../i18n/use-translation.tsx';
import { Statement } from './Statement.tsx';
import { frameTexts } from './texts.ts';

/** S-44. */
export function NotFound() {
  const { t } = useTranslation(frameTexts);
  return (
    <Statement mark="404" title={t('not-found.title')} text={t('not-found.text')}>
      <SearchBox id="search-not-found" />
    </Statement>
  );
}
