import { Menu } from '@butaca/ui/components/Menu.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAccountEntries, useProcessType } from '../../account/use-account-entries.ts';
import { notify } from '../../frame/NoticeArea.tsx';
import { cancelPurchase } from '../../frame/purchase-pieces.ts';
import { useFrame } from '../../frame/use-frame.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import { goToExternalLogin, logOutAtProvider } from '../../login/external/external-login.ts';
import { forgetName } from '../../login/known-person.ts';
import { pathTo } from '../../paths.ts';
import { logOut } from '../../session/log-out.ts';
import { clearSession, useSession } from '../../session/store.ts';
import styles from './AccountArea.module.css';
import { PersonIcon } from './icons.tsx';

/**
 * Login menu for visitors, account menu for customers. Both labels are in the page, because the page is the same for every
 * visitor; a style shows the right one before the script runs.
 */
export function AccountArea({ className = styles.account }: { className?: string | undefined }) {
  const session = useSession();
  const { login } = useFrame().brand;
  return login.mode === 'EXTERNAL_LOGIN' && !session ? <ExternalLogin /> : <AccountMenu name={session?.user.name} className={className} />;
}

function AccountMenu({ name, className = '' }: { name: string | undefined; className: string | undefined }) {
  const { t } = useTranslation(chromeTexts);
  return (
    <Menu
      className={className}
      label={
        <>
          <PersonIcon />
          <span className={styles.guest}>{t('login')}</span>
          <span className={styles.customer}>{name || t('account')}</span>
        </>
      }
      items={useAccountItems()}
    />
  );
}

/** A visitor's only entry where customers log in elsewhere (TB-019); not while the box office sells (TB-022). */
function ExternalLogin() {
  const { t } = useTranslation(chromeTexts);
  if (useProcessType() === 'BOX') return null;
  return (
    <div className={styles.account}>
      <button type="button" className={styles.external} onClick={() => goToExternalLogin('/')}>
        <PersonIcon />
        <span className={`${styles.guest} ${styles.long}`} data-msg="Log in into your account">
          {t('Log in into your account')}
        </span>
        <span className={styles.customer}>{t('account')}</span>
      </button>
    </div>
  );
}

/** Login and Sign Up for a visitor, the account's pages and Sign Out for a customer; for the menu and for the drawer. */
export function useAccountItems(): ReactNode[] {
  const { t } = useTranslation(chromeTexts);
  const { brand, bar } = useFrame();
  const session = useSession();
  const entries = useAccountEntries();
  const process = useProcessType();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  if (!session && brand.login.mode === 'EXTERNAL_LOGIN') {
    if (process === 'BOX') return [];
    return [
      <button key="external" type="button" data-msg="Log in into your account" onClick={() => goToExternalLogin('/')}>
        {t('Log in into your account')}
      </button>,
    ];
  }
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
      ...(brand.login.external
        ? [
            <button key="external" type="button" onClick={() => goToExternalLogin(next ?? '/')}>
              {t('log-in.external', { name: brand.login.external.name })}
            </button>,
          ]
        : []),
    ];
  }

  const logOutHere = () =>
    void logOut({
      token: session.token,
      clear: () => {
        clearSession();
        // Who logs out is not greeted on this device any more; the server forgets it too.
        forgetName();
      },
      cancelPurchase,
      notify,
      revoke: (token) => void revoke(token),
      leaveProvider: logOutAtProvider,
      bar,
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
