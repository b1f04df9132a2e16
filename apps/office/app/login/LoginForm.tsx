import { useCaptcha } from '@butaca/browser/use-captcha.ts';
import { type Credentials, CredentialsForm } from '@butaca/ui/components/CredentialsForm.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { client } from '../client.ts';
import { revoke } from '../log-out.ts';
import { openSession } from '../session.ts';
import { officeTexts } from '../texts.ts';
import { type LoginProblem, logIn } from './log-in.ts';

/** E-mail and password; who gets in is taken to the office by the session that opens. */
export function LoginForm() {
  const { t } = useTranslation(officeTexts);
  const captcha = useCaptcha(async () => client);
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
