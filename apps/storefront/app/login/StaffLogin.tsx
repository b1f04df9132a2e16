import type { LoginProblem, StaffStep } from '@butaca/browser/log-in.ts';
import type { FactorProblem } from '@butaca/browser/second-factor.ts';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { SecondFactorForm } from '@butaca/ui/components/SecondFactorForm.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import loginTexts from '../i18n/es/login.json';
import { giveFactor } from './log-in.ts';

/** Where staff set up a second factor; a page of the office, which is no part of the shop. */
const STAFF_LOG_IN = '/oficina/ingresar';

interface StaffLoginProps {
  readonly step: StaffStep;
  readonly onLoggedIn: (name: string) => void;
  readonly onBack: () => void;
}

/** What a member of staff gives after the password; who has nothing to give yet is shown where to set it up. */
export default function StaffLogin({ step, onLoggedIn, onBack }: StaffLoginProps) {
  const { t } = useTranslation(loginTexts);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FactorProblem | LoginProblem | null>(null);

  const give = async (given: Parameters<typeof giveFactor>[1]) => {
    setBusy(true);
    setProblem(null);
    const result = await giveFactor(step.proof, given);
    if ('name' in result) return onLoggedIn(result.name);
    setBusy(false);
    setProblem(result);
  };

  if (step.step === 'enrolment') {
    return (
      <>
        <Notice
          kind="warning"
          message="second_factor_missing"
          actions={
            <Button kind="secondary" small onClick={onBack}>
              {t('factor.back')}
            </Button>
          }
        >
          {t('problem.second_factor_missing')}
        </Notice>
        <p>
          <a href={STAFF_LOG_IN}>{t('factor.set-up')}</a>
        </p>
      </>
    );
  }
  const { passkeyOptions } = step;
  return (
    <SecondFactorForm
      t={t}
      busy={busy}
      problem={problem && textOf(problem, t)}
      onCode={(code) => void give({ code })}
      onPasskey={passkeyOptions === undefined ? undefined : () => void give({ passkeyOptions })}
      onBack={onBack}
    />
  );
}

function textOf(problem: FactorProblem | LoginProblem, t: ReturnType<typeof useTranslation<typeof loginTexts>>['t']): string {
  switch (problem.reason) {
    case 'storage':
      return t('problem.storage');
    case 'wrong_credentials':
    case 'captcha_failed':
    case 'busy':
      return t('problem.other');
    case 'too_many_attempts':
      return t('factor.problem.too_many_attempts', { seconds: problem.seconds });
    default:
      return t(`factor.problem.${problem.reason}`);
  }
}
