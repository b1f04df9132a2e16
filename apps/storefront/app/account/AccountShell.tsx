import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import accountTexts from '../i18n/es/account.json';
import { AccountPage } from './AccountPage.tsx';
import styles from './EntryList.module.css';

/** Skeleton of a page of the account. */
export function AccountShell({ title }: { title: string }) {
  const { t } = useTranslation(accountTexts);
  return (
    <AccountPage title={title} busy>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <div className={styles.list} aria-hidden="true">
        {[1, 2].map((each) => (
          <div key={each} className={styles.entry}>
            <Skeleton width="5rem" height="1.25rem" />
            <Skeleton width="min(16rem, 100%)" height="1.75rem" />
            <Skeleton width="min(12rem, 100%)" height="1.25rem" />
          </div>
        ))}
      </div>
    </AccountPage>
  );
}
