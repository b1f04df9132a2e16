import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Statement } from '../../frame/Statement.tsx';
import landingTexts from '../../i18n/es/landing.json';

/** A show that is no longer listed, or a link whose hash is not its own (C-10). */
export function ShowNotAvailable() {
  const { t } = useTranslation(landingTexts);
  return <Statement title={t('not-available.title')} text={t('not-available.text')} />;
}
