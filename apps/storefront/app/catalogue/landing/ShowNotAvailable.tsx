import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { Statement } from '../../frame/Statement.tsx';
import landingTexts from '../../i18n/es/landing.json';
import { pathTo } from '../../paths.ts';

/** A show that is no longer listed, or a link whose hash is not its own (C-10); `seo` where the address of a performance names its show. */
export function ShowNotAvailable({ seo }: { readonly seo?: string | undefined }) {
  const { t } = useTranslation(landingTexts);
  return (
    <Statement title={t('not-available.title')} text={t('not-available.text')}>
      {seo !== undefined && <Link to={pathTo('landing', { seo })}>{t('not-available.show')}</Link>}
    </Statement>
  );
}
