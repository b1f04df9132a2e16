import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useFrame } from '../frame/use-frame.ts';
import loginTexts from '../i18n/es/login.json';
import { pathTo } from '../paths.ts';

/** Text of the notice after a mailed link that ended what had opened the account before (decision 089): its password is to be chosen anew. */
export function ClaimedByLink() {
  const { t } = useTranslation(loginTexts);
  return (
    <>
      {t('claimed.link')} <Link to={pathTo('recoverPassword', {})}>{t('claimed.link.action')}</Link>
    </>
  );
}

/** The same after an external log-in, which opens the account from now on; it has no password to choose. */
export function ClaimedByProvider() {
  const { t } = useTranslation(loginTexts);
  return t('claimed.external', { name: useFrame().brand.login.external?.name ?? '' });
}
