import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAccountEntries } from '../../account/use-account-entries.ts';
import { notify } from '../../frame/NoticeArea.tsx';
import { cancelPurchase } from '../../frame/purchase-pieces.ts';
import { useFrame } from '../../frame/use-frame.ts';
import accountMenuTexts from '../../i18n/es/account-menu.json';
import { logOutAtProvider } from '../../login/external/external-login.ts';
import { forgetName } from '../../login/known-person.ts';
import { forgetTab } from '../../session/forget-tab.ts';
import { logOut } from '../../session/log-out.ts';
import { clearSession, useSession } from '../../session/store.ts';

/** The account's pages and Sign Out. */
export function CustomerEntries() {
  const { t } = useTranslation(accountMenuTexts);
  const { bar } = useFrame();
  const session = useSession();
  const entries = useAccountEntries();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  const logOutHere = () =>
    void logOut({
      token: session?.token,
      clear: () => {
        clearSession();
        // Who logs out is not greeted on this device any more; the server forgets it too.
        forgetName();
        forgetTab();
      },
      cancelPurchase,
      notify,
      revoke: (token) => void revoke(token),
      leaveProvider: logOutAtProvider,
      bar,
      pathname,
      go: navigate,
    });

  return (
    <>
      {entries.map(({ entry, href }) => (
        <li key={entry}>
          <Link to={href}>{t(entry)}</Link>
        </li>
      ))}
      <li>
        <button type="button" onClick={logOutHere}>
          {t('log-out')}
        </button>
      </li>
    </>
  );
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
