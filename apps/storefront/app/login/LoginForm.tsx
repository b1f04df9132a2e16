import { type Credentials, CredentialsForm } from '@butaca/ui/components/CredentialsForm.tsx';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../frame/use-hydrated.ts';
import { useTranslation } from '../i18n/use-translation.tsx';
import type { LoginProblem } from './log-in.ts';
import { loginTexts } from './texts.ts';
import { useCaptcha } from './use-captcha.ts';

interface LoginFormProps {
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onLoggedIn: (name: string) => void;
}

const unloaded = (): LoginProblem => ({ reason: 'no_answer' });

/** E-mail and password; tells the name of who got in. */
export function LoginForm({ busy, onBusy, onLoggedIn }: LoginFormProps) {
  const { t } = useTranslation(loginTexts);
  const { state } = useLocation() as { state: { email?: string } | null };
  const hydrated = useHydrated();
  const captcha = useCaptcha();
  const [problem, setProblem] = useState<LoginProblem | null>(null);

  const send = async (credentials: Credentials) => {
    onBusy(true);
    setProblem(null);
    const result = await import('./log-in.ts').then(({ logIn }) => logIn({ ...credentials, captcha: captcha.take }), unloaded);
    if ('name' in result) return onLoggedIn(result.name);
    onBusy(false);
    setProblem(result);
  };

  return (
    <CredentialsForm
      t={t}
      busy={busy}
      problem={problem && t(`problem.${problem.reason}`, { seconds: problem.seconds ?? 0 })}
      email={state?.email ?? ''}
      ready={hydrated}
      onSend={(credentials) => void send(credentials)}
      onFocus={captcha.prepare}
    >
      <noscript>{t('needs-script')}</noscript>
    </CredentialsForm>
  );
}
