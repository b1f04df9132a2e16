import type { LoginProblem } from '@butaca/browser/log-in.ts';
import { type Credentials, CredentialsForm } from '@butaca/ui/components/CredentialsForm.tsx';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../frame/use-hydrated.ts';
import { useTranslation } from '../i18n/use-translation.tsx';
import { loginTexts } from './texts.ts';
import { useCaptcha } from './use-captcha.ts';

interface LoginFormProps {
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onLoggedIn: (name: string) => void;
}

const notLoaded = (): LoginProblem => ({ reason: 'no_answer' });

/** E-mail and password; passes on the name of the customer who logged in. */
export function LoginForm({ busy, onBusy, onLoggedIn }: LoginFormProps) {
  const { t } = useTranslation(loginTexts);
  const { state } = useLocation() as { state: { email?: string } | null };
  const hydrated = useHydrated();
  const captcha = useCaptcha();
  const [problem, setProblem] = useState<LoginProblem | null>(null);

  const send = async (credentials: Credentials) => {
    onBusy(true);
    setProblem(null);
    const result = await import('./log-in.ts').then(({ logIn }) => logIn(credentials, captcha.take), notLoaded);
    if ('name' in result) return onLoggedIn(result.name);
    onBusy(false);
    setProblem(result);
  };

  return (
    <CredentialsForm
      t={t}
      busy={busy}
      problem={problem && t(`problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}
      email={state?.email ?? ''}
      ready={hydrated}
      onSend={(credentials) => void send(credentials)}
      onFocus={captcha.prepare}
    >
      <noscript>{t('needs-script')}</noscript>
    </CredentialsForm>
  );
}
