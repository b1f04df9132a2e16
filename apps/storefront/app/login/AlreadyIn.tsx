import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import loginTexts from '../i18n/es/login.json';
import styles from './LoginScreen.module.css';

/** Goes on at once: somebody who is already logged in, or who is not greeted. */
export function AlreadyIn({ name, next }: { name: string; next: string }) {
  const { t } = useTranslation(loginTexts);
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(next, { replace: true });
  }, [navigate, next]);
  return (
    <div className={styles.greeting}>
      <h1 className={styles.plain} tabIndex={-1}>
        {t('already.title', { name })}
      </h1>
      <Link to={next}>{t('greeting.go')}</Link>
    </div>
  );
}
