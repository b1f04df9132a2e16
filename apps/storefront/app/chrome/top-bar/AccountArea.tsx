import { Menu } from '@butaca/ui/components/Menu.tsx';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { useSession } from '../../session/store.ts';
import { chromeTexts } from '../texts.ts';
import styles from './AccountArea.module.css';
import { PersonIcon } from './icons.tsx';
import { useAccountItems } from './use-account-items.tsx';

/**
 * Login menu for visitors, account menu for customers. Both labels stand in the page, because the page is the same for
 * everybody; a style shows the right one before the script runs.
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
