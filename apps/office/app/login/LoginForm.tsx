import { Button } from '@butaca/ui/components/Button.tsx';
import { Field, PasswordField } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef, useState } from 'react';
import { client } from '../client.ts';
import { revoke } from '../session/log-out.ts';
import { openSession } from '../session/store.ts';
import { officeTexts } from '../texts.ts';
import styles from './Login.module.css';
import { type LoginProblem, logIn } from './log-in.ts';
import { useCaptcha } from './use-captcha.ts';

/** E-mail and password; who gets in is taken to the office by the session that opens. */
export function LoginForm() {
  const { t } = useTranslation(officeTexts);
  const captcha = useCaptcha();
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState({ email: false, password: false });
  const [problem, setProblem] = useState<LoginProblem | null>(null);
  const trouble = useRef<HTMLDivElement>(null);

  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const email = String(typed.get('email') ?? '').trim();
    const password = String(typed.get('password') ?? '');
    setMissing({ email: email === '', password: password === '' });
    if (email === '' || password === '')
      return form.querySelector<HTMLInputElement>(email === '' ? '[name=email]' : '[name=password]')?.focus();

    setBusy(true);
    setProblem(null);
    const found = await logIn({ email, password }, { client, captcha: captcha.take, open: openSession, revoke });
    if (!found) return;
    setBusy(false);
    setProblem(found);
    trouble.current?.focus();
  };

  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)} onFocus={captcha.prepare}>
      <div ref={trouble} tabIndex={-1}>
        {problem && (
          <Notice kind="error">{t(`problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}</Notice>
        )}
      </div>
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={missing.email && t('email.missing')}
        required
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        error={missing.password && t('password.missing')}
        required
      />
      <Button type="submit" wide busy={busy}>
        {busy ? t('log-in.busy') : t('log-in.submit')}
      </Button>
    </form>
  );
}
