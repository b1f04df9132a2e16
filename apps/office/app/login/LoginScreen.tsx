import type { LoggedIn, StaffStep } from '@butaca/browser/log-in.ts';
import { useCaptcha } from '@butaca/browser/use-captcha.ts';
import { type Credentials, CredentialsForm } from '@butaca/ui/components/CredentialsForm.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { client, revoke } from '../client.ts';
import officeTexts from '../i18n/es/office.json';
import { OfficeMark } from '../OfficeMark.tsx';
import { Enrolment } from '../security/Enrolment.tsx';
import { FactorStep } from '../security/FactorStep.tsx';
import { openCounterSession, openSession, useEnding } from '../session.ts';
import { settings } from '../settings.ts';
import styles from './Login.module.css';
import { type Entrances, enter, type LoginProblem, logIn } from './log-in.ts';

const COUNTER = '/buyTicketBox';

const entrances: Entrances = {
  office: openSession,
  counter: (token, user) => {
    const opened = openCounterSession(token, user);
    if (opened) location.assign(COUNTER);
    return opened;
  },
  revoke,
};

/** The log-in of staff: the password, then the second factor of those who have one, or setting one up where all need one. */
export function LoginScreen() {
  const { t } = useTranslation(officeTexts);
  const [step, setStep] = useState<StaffStep | null>(null);
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<LoginProblem | null>(null);

  const finish = async (session: LoggedIn | undefined) => {
    const found = session ? await enter(session, entrances) : null;
    if (!found) return;
    setStep(null);
    setProblem(found);
  };
  const again = () => setStep(null);

  return (
    <main className={styles.login}>
      <title>{`${t('log-in.title')} · ${settings.name}`}</title>
      <OfficeMark />
      {step?.step === 'factor' ? (
        <FactorStep client={client} {...step} onGiven={({ session }) => void finish(session)} onBack={again} />
      ) : step?.step === 'enrolment' ? (
        <Enrolment proof={step.proof} logInAs={email} onDone={({ session }) => void finish(session)} onBack={again} />
      ) : (
        <PasswordStep
          problem={problem}
          onProblem={setProblem}
          onStep={(next, typed) => {
            setEmail(typed);
            setStep(next);
          }}
        />
      )}
    </main>
  );
}

interface PasswordStepProps {
  readonly problem: LoginProblem | null;
  readonly onProblem: (problem: LoginProblem | null) => void;
  readonly onStep: (step: StaffStep, email: string) => void;
}

/** E-mail and password, with the reason for a person whose session ended. */
function PasswordStep({ problem, onProblem, onStep }: PasswordStepProps) {
  const { t } = useTranslation(officeTexts);
  const captcha = useCaptcha(async () => client, 'log-in');
  const ending = useEnding();
  const title = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (ending) title.current?.focus();
  }, [ending]);

  const send = async (credentials: Credentials) => {
    setBusy(true);
    onProblem(null);
    const result = await logIn(credentials, { client, captcha: captcha.take, entrances });
    if (!result) return;
    setBusy(false);
    if ('step' in result) onStep(result, credentials.email);
    else onProblem(result);
  };

  return (
    <>
      <div>
        <h1 ref={title} tabIndex={-1}>
          {t('log-in.title')}
        </h1>
        <p className={styles.lead}>{t('log-in.lead')}</p>
      </div>
      {ending && <Notice kind="warning">{t(`ending.${ending}`)}</Notice>}
      <CredentialsForm
        t={t}
        busy={busy}
        problem={problem && t(`problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}
        onSend={(credentials) => void send(credentials)}
        onFocus={captcha.prepare}
      />
    </>
  );
}
