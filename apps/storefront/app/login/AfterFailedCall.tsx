import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Link } from 'react-router';
import { useTranslation } from '../i18n/use-translation.tsx';
import { pathTo } from '../paths.ts';
import styles from './LoginScreen.module.css';
import { loginTexts } from './texts.ts';

/** The API answered with a fault: says so, keeps the session, and offers the way back instead of a password form (C-01). */
export function AfterFailedCall({ next }: { next: string }) {
  const { t } = useTranslation(loginTexts);
  return (
    <div className={styles.failed}>
      <h1 tabIndex={-1}>{t('failed.title')}</h1>
      <p className={styles.lead}>{t('failed.text')}</p>
      <div className={styles.ways}>
        <LinkButton as={Link} to={next} replace>
          {t('failed.retry')}
        </LinkButton>
        <Link to={pathTo('cartelera', {})}>{t('to-billboard')}</Link>
      </div>
    </div>
  );
}
