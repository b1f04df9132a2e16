import { Menu } from '@butaca/ui/components/Menu.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAccountEntries } from '../../account/use-account-entries.ts';
import { notify } from '../../frame/NoticeArea.tsx';
import { cancelPurchase } from '../../frame/purchase-pieces.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import { pathTo } from '../../paths.ts';
import { clearSession, currentSession, useSession } from '../../session/store.ts';
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

  return [
    ...entries.map(({ entry, href }) => (
      <Link key={entry} to={href}>
        {t(entry)}
      </Link>
    )),
    <button key="log-out" type="button" onClick={() => void logOut(navigate)}>
      {t('log-out')}
    </button>,
  ];
}

/**
 * Ends the session here at once and goes to the billboard. The server's call runs in the background, and its outcome changes
 * nothing on the screen (SE-004..SE-011). A running purchase shows its dialog, otherwise there is a notice (C-35).
 */
async function logOut(navigate: (to: string) => void | Promise<void>) {
  const token = currentSession()?.token;
  try {
    clearSession();
    const key = 'Your user session has been disconnected';
    if (!(await cancelPurchase(key))) notify({ key });
  } catch (error) {
    notify({ key: 'auth.error.error', detail: error instanceof Error ? error.message : String(error) });
  }
  if (token) void revoke(token);
  await navigate(pathTo('cartelera', {}));
}

async function revoke(token: string) {
  const [{ clientWith }, { logOut: endpoint }] = await Promise.all([
    import('../../calls/browser-client.ts'),
    import('@butaca/contract/customers'),
  ]);
  // The token is no longer in storage, so this one call brings its own.
  await clientWith(() => token).ask(endpoint, {});
}
