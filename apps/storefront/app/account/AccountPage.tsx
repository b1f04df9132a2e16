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
  const { pathname } = useLocation();
  const ref = useRef<HTMLElement>(null);

  // On a phone the line of entries is longer than the screen; only it is scrolled, not the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another entry
  useEffect(() => {
    const entry = ref.current?.querySelector<HTMLElement>('[aria-current]');
    if (ref.current && entry) ref.current.scrollLeft = entry.offsetLeft - (ref.current.clientWidth - entry.offsetWidth) / 2;
  }, [pathname]);

  return (
    <nav ref={ref} className={styles.navigation} aria-label={t('account')}>
      <ul>
        {useAccountEntries().map(({ entry, href }) => (
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
