import { Statement } from '../../frame/Statement.tsx';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { landingTexts } from './texts.ts';

/** A show that is no longer listed, or a link whose hash is not its own (C-10). */
export function ShowNotAvailable() {
  const { t } = useTranslation(landingTexts);
  return <Statement title={t('not-available.title')} text={t('not-available.text')} />;
}
