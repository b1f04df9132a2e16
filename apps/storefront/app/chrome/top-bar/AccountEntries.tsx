import { createStore, useStore } from '@butaca/browser/create-store.ts';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ComponentType, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { openFaultDialog } from '../../frame/fault-dialog.ts';
import { useProcessType } from '../../frame/process-type.ts';
import { useFrame } from '../../frame/use-frame.ts';
import { useHydrated } from '../../frame/use-hydrated.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import frameTexts from '../../i18n/es/frame.json';
import { pathTo } from '../../paths.ts';
import { useSession } from '../../session/store.ts';
import styles from './AccountArea.module.css';

/** The entries of the account as list items, for the menu and for the drawer. */
export function AccountEntries() {
  const isCustomer = useSession() !== null;
  const Customer = useCustomerEntries(isCustomer);
  const { t } = useTranslation(frameTexts);
  if (!isCustomer) return <GuestEntries />;
  if (Customer === 'failed')
    return (
      <li>
        <button type="button" onClick={() => window.location.reload()}>
          {t('fault.reload')}
        </button>
      </li>
    );
  return Customer ? (
    <Customer />
  ) : (
    <li>
      <span>
        <Skeleton />
      </span>
    </li>
  );
}

const customerEntries = createStore<ComponentType | 'failed' | null>(null);

/** Loaded once there is a session in this browser, by the first of bar and drawer that needs it: a first visit has none. */
function useCustomerEntries(isCustomer: boolean) {
  useEffect(() => {
    if (!isCustomer || customerEntries.get() !== null) return;
    import('./CustomerEntries.tsx').then(
      (loaded) => customerEntries.set(loaded.CustomerEntries),
      () => customerEntries.set('failed'),
    );
  }, [isCustomer]);
  return useStore(customerEntries, () => null);
}

/** Log in and sign up; where customers log in elsewhere the way there alone, and not while the box office sells (TB-022). */
function GuestEntries() {
  const { t } = useTranslation(chromeTexts);
  const { mode, external } = useFrame().brand.login;
  const process = useProcessType();
  const { pathname } = useLocation();
  // In a customer's browser they are never shown: once the page has its script they go away, with the focus that one of them had.
  const entry = useHydrated() ? {} : { className: styles.unlessCustomer };

  if (mode === 'EXTERNAL_LOGIN')
    return process === 'BOX' ? null : (
      <li {...entry}>
        <button type="button" data-msg="Log in into your account" onClick={() => enterElsewhere('/')}>
          {t('Log in into your account')}
        </button>
      </li>
    );
  // A page comes back after log in; the billboard does so anyway.
  const next = pathname === '/' || /^\/(login|signup)$/i.test(pathname) ? undefined : pathname;
  return (
    <>
      <li {...entry}>
        <Link to={pathTo('login', {}, { next })}>{t('log-in')}</Link>
      </li>
      <li {...entry}>
        <Link to={pathTo('signUp', {}, { next })}>{t('sign-up')}</Link>
      </li>
      {external && (
        <li {...entry}>
          <button type="button" onClick={() => enterElsewhere(next ?? '/')}>
            {t('log-in.external', { name: external.name })}
          </button>
        </li>
      )}
    </>
  );
}

/** Leaves for the external login, whose code most brands never need. */
export const enterElsewhere = (target: string) =>
  void import('../../login/external/external-login.ts').then(
    ({ goToExternalLogin }) => goToExternalLogin(target),
    () => openFaultDialog('attention.text'),
  );
