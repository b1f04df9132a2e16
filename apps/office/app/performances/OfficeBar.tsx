import { Button } from '@butaca/ui/components/Button.tsx';
import { SkipLink } from '@butaca/ui/components/SkipLink.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { OfficeMark } from '../OfficeMark.tsx';
import { logOut } from '../session/log-out.ts';
import { officeTexts } from '../texts.ts';
import styles from './Performances.module.css';

/** Whose house it is, who is in it, and the way out. */
export function OfficeBar({ name }: { name: string }) {
  const { t } = useTranslation(officeTexts);
  return (
    <header className={styles.bar}>
      <SkipLink href="#main">{t('skip')}</SkipLink>
      <div className={styles.house}>
        <OfficeMark />
        <span className={styles.place}>{t('office')}</span>
      </div>
      <div className={styles.person}>
        <span>{name}</span>
        <Button kind="secondary" small onClick={logOut}>
          {t('log-out')}
        </Button>
      </div>
    </header>
  );
}
