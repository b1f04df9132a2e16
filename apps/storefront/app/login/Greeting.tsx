import { Button } from '@butaca/ui/components/Button.tsx';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../i18n/use-translation.tsx';
import styles from './LoginScreen.module.css';
import { loginTexts } from './texts.ts';

/** "Hola, Julia" for a moment, then on to where the customer was going; a button goes at once (C-36). */
export function Greeting({ name, next, delayMs }: { name: string; next: string; delayMs: number }) {
  const { t } = useTranslation(loginTexts);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const go = () => void navigate(next, { replace: true });
  const latest = useRef(go);
  latest.current = go;

  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => latest.current(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);

  return (
    <div className={styles.greeting}>
      <h1 ref={heading} tabIndex={-1}>
        {t('greeting', { name })}
      </h1>
      <p className={styles.lead}>{t('greeting.text')}</p>
      <Button onClick={go}>{t('greeting.go')}</Button>
    </div>
  );
}
