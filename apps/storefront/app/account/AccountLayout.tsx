import type { Customer } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { loadClient } from '../calls/load-client.ts';
import accountMenuTexts from '../i18n/es/account-menu.json';
import chromeTexts from '../i18n/es/chrome.json';
import { useSession } from '../session/store.ts';
import styles from './AccountPage.module.css';
import { AccountMailbox } from './mailbox/AccountMailbox.tsx';
import { useAccountEntries } from './use-account-entries.ts';

/**
 * Around every page of the account: the navigation between them, and whether the account's address takes mail. It outlives the page and its skeleton,
 * so that a press on an entry is not lost when the page's data arrive between pointer down and up, and a notice is announced once.
 */
export default function AccountLayout() {
  return (
    <main id="main" className={styles.account}>
      <AccountNavigation />
      <div className={styles.beside}>
        <AccountMailbox customer={useMailDelivery()} />
        <Outlet />
      </div>
    </main>
  );
}

/** What the account's address does with mail, asked on each page; nothing while it is not known. */
function useMailDelivery(): Pick<Partial<Customer>, 'undelivered'> {
  const [read, setRead] = useState<{ readonly of: string | undefined } & Pick<Partial<Customer>, 'undelivered'>>();
  const { pathname } = useLocation();
  const email = useSession()?.user.email;
  useEffect(() => {
    if (email === undefined || pathname === '') return;
    const leaving = new AbortController();
    const { signal } = leaving;
    void Promise.all([loadClient(), import('@butaca/contract/account')])
      .then(([client, { getCustomer }]) => client.call(getCustomer, {}, { signal, purpose: 'background' }))
      .then((outcome) => {
        if (outcome.status === 'ok' && !signal.aborted) setRead({ of: email, undelivered: outcome.data.undelivered });
      })
      // The page itself says that there is no connection.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [email, pathname]);
  return read?.of === email ? { undelivered: read?.undelivered } : {};
}

function AccountNavigation() {
  const { t: chrome } = useTranslation(chromeTexts);
  const { t } = useTranslation(accountMenuTexts);
  const entries = useAccountEntries();
  const list = useRef<HTMLElement>(null);
  const shown = useRef<string>(undefined);
  const { pathname } = useLocation();

  // On a phone the list scrolls sideways: the page that is open is in sight, and so is what has the focus. Before the page has its
  // script somebody may have scrolled the list already, and be about to press an entry: it stays where they put it.
  useLayoutEffect(() => {
    const isFirst = shown.current === undefined;
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isFirst && list.current?.scrollLeft !== 0) return;
    bringIntoSight(list.current?.querySelector('[aria-current="page"]'));
  }, [pathname]);

  return (
    <nav
      ref={list}
      className={styles.navigation}
      aria-label={chrome('account')}
      onFocus={({ target }) => target.matches(':focus-visible') && bringIntoSight(target)}
    >
      <ul>
        {entries.map(({ entry, href }) => (
          <li key={entry}>
            <NavLink to={href} prefetch="intent">
              {t(entry)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Sideways only; the page itself stays where it is. Never under a pointer: a link that moves away while it is pressed is not clicked. */
function bringIntoSight(entry: Element | null | undefined) {
  const list = entry?.closest('nav');
  if (!entry || !list) return;
  const [own, around] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += own.left + own.width / 2 - (around.left + around.width / 2);
}
