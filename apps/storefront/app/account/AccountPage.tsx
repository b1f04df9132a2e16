import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useFrame } from '../frame/use-frame.ts';
import chromeTexts from '../i18n/es/chrome.json';
import styles from './AccountPage.module.css';
import { useAccountEntries } from './use-account-entries.ts';

interface AccountPageProps {
  readonly title: string;
  /** What is shown is not there yet. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A page of the account: its title beside the navigation between all of them. */
export function AccountPage({ title, busy = false, children }: AccountPageProps) {
  const { brand } = useFrame();
  return (
    <main id="main" className={styles.account} aria-busy={busy || undefined}>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <AccountNavigation />
      <div className={styles.page}>
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </main>
  );
}

function AccountNavigation() {
  const { t } = useTranslation(chromeTexts);
  const entries = useAccountEntries();
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();

  // On a phone the list scrolls sideways: the page that is open is in sight, and so is what has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own entry
  useEffect(() => bringIntoSight(list.current?.querySelector('[aria-current="page"]')), [pathname]);

  return (
    <nav
      ref={list}
      className={styles.navigation}
      aria-label={t('account')}
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
