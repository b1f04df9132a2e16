import { Button } from '@butaca/ui/components/Button.tsx';
import { PasswordField } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { client } from '../client.ts';
import officeTexts from '../i18n/es/office.json';
import { OfficeBar } from '../OfficeBar.tsx';
import { settings } from '../settings.ts';
import { type OpenSecurity, openWithPassword, type SecurityProblem } from './calls.ts';
import { Enrolment } from './Enrolment.tsx';
import { FactorList } from './FactorList.tsx';
import { FactorStep } from './FactorStep.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './Security.module.css';
import { StepHeading } from './StepHeading.tsx';

type Step =
  | { readonly at: 'password' }
  | { readonly at: 'factor'; readonly proof: string; readonly passkeyOptions?: string | undefined }
  | ({ readonly at: 'list' | 'adding' } & OpenSecurity)
  | ({ readonly at: 'codes'; readonly codes: readonly string[] } & OpenSecurity);

/** One's own security: the second factors, behind the password and one of them. */
export function SecurityScreen({ name }: { name: string }) {
  const { t } = useTranslation(officeTexts);
  const [step, setStep] = useState<Step>({ at: 'password' });
  const close = () => setStep({ at: 'password' });

  return (
    <>
      <title>{`${t('security.title')} · ${t('office')} · ${settings.name}`}</title>
      <OfficeBar name={name} skip={t('skip.security')} />
      <main id="main" className={styles.screen}>
        {step.at === 'password' && (
          <PasswordStep onOpen={(open) => setStep({ at: 'list', ...open })} onFactor={(asked) => setStep({ at: 'factor', ...asked })} />
        )}
        {step.at === 'factor' && (
          <FactorStep
            client={client}
            proof={step.proof}
            passkeyOptions={step.passkeyOptions}
            onGiven={({ factors }) => setStep({ at: 'list', proof: step.proof, factors })}
            onBack={close}
          />
        )}
        {step.at === 'list' && (
          <FactorList
            {...step}
            onChange={(factors) => setStep({ ...step, factors })}
            onCodes={(codes, factors) => setStep({ ...step, at: 'codes', codes, factors })}
            onAdd={() => setStep({ ...step, at: 'adding' })}
            onOver={close}
          />
        )}
        {step.at === 'adding' && (
          <Enrolment
            proof={step.proof}
            onDone={({ factors }) => setStep({ at: 'list', proof: step.proof, factors })}
            onBack={() => setStep({ ...step, at: 'list' })}
          />
        )}
        {step.at === 'codes' && <RecoveryCodes codes={step.codes} onKept={() => setStep({ ...step, at: 'list' })} />}
      </main>
    </>
  );
}

interface PasswordStepProps {
  readonly onOpen: (open: OpenSecurity) => void;
  readonly onFactor: (asked: { proof: string; passkeyOptions?: string | undefined }) => void;
}

function PasswordStep({ onOpen, onFactor }: PasswordStepProps) {
  const { t } = useTranslation(officeTexts);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<SecurityProblem | null>(null);

  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setMissing(password === '');
    setProblem(null);
    if (password === '') return;
    setBusy(true);
    const result = await openWithPassword(password);
    setBusy(false);
    if ('reason' in result) setProblem(result);
    else if ('step' in result) onFactor(result);
    else onOpen(result);
  };

  return (
    <form className={styles.step} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <StepHeading lead={t('security.lead')}>{t('security.title')}</StepHeading>
      {problem && (
        <Notice kind="error">{t(`factor.problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}</Notice>
      )}
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        error={missing && t('password.missing')}
        required
      />
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'factor.busy' : 'security.open')}
      </Button>
    </form>
  );
}
