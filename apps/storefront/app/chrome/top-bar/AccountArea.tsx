import { Menu } from '@butaca/ui/components/Menu.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useProcessType } from '../../frame/process-type.ts';
import { useFrame } from '../../frame/use-frame.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import { useSession } from '../../session/store.ts';
import styles from './AccountArea.module.css';
import { AccountEntries, enterElsewhere } from './AccountEntries.tsx';
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
    >
      <AccountEntries />
    </Menu>
  );
}

/** A visitor's only entry where customers log in elsewhere (TB-019); not while the box office sells (TB-022). */
function ExternalLogin() {
  const { t } = useTranslation(chromeTexts);
  if (useProcessType() === 'BOX') return null;
  return (
    <div className={styles.account}>
      <button type="button" className={styles.external} onClick={() => enterElsewhere('/')}>
        <PersonIcon />
        <span className={`${styles.guest} ${styles.long}`} data-msg="Log in into your account">
          {t('Log in into your account')}
        </span>
        <span className={styles.customer}>{t('account')}</span>
      </button>
    </div>
  );
}
