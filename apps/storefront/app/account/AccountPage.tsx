import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
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
  return (
    <nav className={styles.navigation} aria-label={t('account')}>
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
