import { Button } from '@butaca/ui/components/Button.tsx';
import { Field, PasswordField } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../frame/use-hydrated.ts';
import { useTranslation } from '../i18n/use-translation.tsx';
import styles from './LoginScreen.module.css';
import type { LoginProblem } from './log-in.ts';
import { loginTexts } from './texts.ts';
import { useCaptcha } from './use-captcha.ts';

interface LoginFormProps {
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onLoggedIn: (name: string) => void;
}

/** E-mail and password; tells the name of who got in. */
export function LoginForm({ busy, onBusy, onLoggedIn }: LoginFormProps) {
  const { t } = useTranslation(loginTexts);
  const { state } = useLocation() as { state: { email?: string } | null };
  const hydrated = useHydrated();
  const captcha = useCaptcha();
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

    onBusy(true);
    setProblem(null);
    const { logIn } = await import('./log-in.ts');
    const result = await logIn({ email, password, captcha: captcha.take });
    if ('name' in result) return onLoggedIn(result.name);
    onBusy(false);
    setProblem(result);
    trouble.current?.focus();
  };

  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)} onFocus={captcha.prepare}>
      <div ref={trouble} tabIndex={-1}>
        {problem && <Notice kind="error">{t(`problem.${problem.reason}`, { seconds: problem.seconds ?? 0 })}</Notice>}
      </div>
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        defaultValue={state?.email ?? ''}
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
      <Button type="submit" wide busy={busy} disabled={!hydrated}>
        {busy ? t('log-in.busy') : t('log-in.submit')}
      </Button>
      <noscript>{t('needs-script')}</noscript>
    </form>
  );
}
