import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslation } from '../i18n/use-translation.tsx';
import styles from './LoginScreen.module.css';
import { loginTexts } from './texts.ts';

/** Who is already logged in goes on at once. */
export function AlreadyIn({ name, next }: { name: string; next: string }) {
  const { t } = useTranslation(loginTexts);
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(next, { replace: true });
  }, [navigate, next]);
  return (
    <div className={styles.greeting}>
      <h1 tabIndex={-1}>{t('already.title', { name })}</h1>
      <Link to={next}>{t('greeting.go')}</Link>
    </div>
  );
}
