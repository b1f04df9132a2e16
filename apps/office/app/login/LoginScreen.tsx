import { useCaptcha } from '@butaca/browser/use-captcha.ts';
import { type Credentials, CredentialsForm } from '@butaca/ui/components/CredentialsForm.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { client, revoke } from '../client.ts';
import officeTexts from '../i18n/es/office.json';
import { OfficeMark } from '../OfficeMark.tsx';
import { openSession, useEnding } from '../session.ts';
import { settings } from '../settings.ts';
import styles from './Login.module.css';
import { type LoginProblem, logIn } from './log-in.ts';

/** The log-in, with the reason for a person whose session ended. */
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

/** E-mail and password; the session that opens shows the office. */
function LoginForm() {
  const { t } = useTranslation(officeTexts);
  const captcha = useCaptcha(async () => client, 'log-in');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<LoginProblem | null>(null);

  const send = async (credentials: Credentials) => {
    setBusy(true);
    setProblem(null);
    const found = await logIn(credentials, { client, captcha: captcha.take, open: openSession, revoke });
    if (!found) return;
    setBusy(false);
    setProblem(found);
  };

  return (
    <CredentialsForm
      t={t}
      busy={busy}
      problem={problem && t(`problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}
      onSend={(credentials) => void send(credentials)}
      onFocus={captcha.prepare}
    />
  );
}
