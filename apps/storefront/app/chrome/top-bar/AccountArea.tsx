import { Menu } from '@butaca/ui/components/Menu.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAccountEntries } from '../../account/use-account-entries.ts';
import { notify } from '../../frame/NoticeArea.tsx';
import { cancelPurchase } from '../../frame/purchase-pieces.ts';
import { useFrame } from '../../frame/use-frame.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import { pathTo } from '../../paths.ts';
import { logOut } from '../../session/log-out.ts';
import { clearSession, useSession } from '../../session/store.ts';
import styles from './AccountArea.module.css';
import { PersonIcon } from './icons.tsx';

/**
 * Login menu for visitors, account menu for customers. Both labels are in the page, because the page is the same for every
 * visitor; a style shows the right one before the script runs.
 */
export function AccountArea() {
  const { t } = useTranslation(chromeTexts);
  const session = useSession();
  return (
    <Menu
      className={styles.account ?? ''}
      label={
        <>
          <PersonIcon />
          <span className={styles.guest}>{t('login')}</span>
          <span className={styles.customer}>{session?.user.name || t('account')}</span>
        </>
      }
      items={useAccountItems()}
    />
  );
}

/** Login and Sign Up for a visitor, the account's pages and Sign Out for a customer; for the menu and for the drawer. */
export function useAccountItems(): ReactNode[] {
  const { t } = useTranslation(chromeTexts);
  const { brand } = useFrame();
  const session = useSession();
  const entries = useAccountEntries();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  if (!session) {
    // A page comes back after log in; the billboard does so anyway.
    const next = pathname === '/' || /^\/(login|signup)$/i.test(pathname) ? undefined : pathname;
    return [
      <Link key="log-in" to={pathTo('login', {}, { next })}>
        {t('log-in')}
      </Link>,
      <Link key="sign-up" to={pathTo('signUp', {}, { next })}>
        {t('sign-up')}
      </Link>,
    ];
  }

  const logOutHere = () =>
    void logOut({
      token: session.token,
      clear: clearSession,
      cancelPurchase,
      notify,
      revoke: (token) => void revoke(token),
      bar: brand.chrome.topBar,
      pathname,
      go: navigate,
    });

  return [
    ...entries.map(({ entry, href }) => (
      <Link key={entry} to={href}>
        {t(entry)}
      </Link>
    )),
    <button key="log-out" type="button" onClick={logOutHere}>
      {t('log-out')}
    </button>,
  ];
}

/** In the background: its outcome changes nothing on the screen. */
async function revoke(token: string) {
  const [{ clientWith }, { logOut: endpoint }] = await Promise.all([
    import('../../calls/browser-client.ts'),
    import('@butaca/contract/customers'),
  ]);
  // The token is no longer in storage, so this one call brings its own.
  await clientWith(() => token).ask(endpoint, {});
}
