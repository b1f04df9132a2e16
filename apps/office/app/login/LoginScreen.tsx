import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef } from 'react';
import { OfficeMark } from '../OfficeMark.tsx';
import { useEnding } from '../session.ts';
import { settings } from '../settings.ts';
import { officeTexts } from '../texts.ts';
import styles from './Login.module.css';
import { LoginForm } from './LoginForm.tsx';

/** The way in, and why somebody who was in is here again. */
export function LoginScreen() {
  const { t } = useTranslation(officeTexts);
  const ending = useEnding();
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (ending) title.current?.focus();
  }, [ending]);

  return (
    <main className={styles.login}>
      <title>{`${t('log-in.title')} · ${settings.name}`}</title>
      <OfficeMark />
      <div>
        <h1 ref={title} tabIndex={-1}>
          {t('log-in.title')}
        </h1>
        <p className={styles.lead}>{t('log-in.lead')}</p>
      </div>
      {ending && <Notice kind="warning">{t(`ending.${ending}`)}</Notice>}
      <LoginForm />
    </main>
  );
}
