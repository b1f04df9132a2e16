import { type FactorGiven, type FactorProblem, giveCode, givePasskey } from '@butaca/browser/second-factor.ts';
import type { Client } from '@butaca/contract/client';
import { SecondFactorForm } from '@butaca/ui/components/SecondFactorForm.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import officeTexts from '../i18n/es/office.json';

interface FactorStepProps {
  readonly client: Client;
  readonly proof: string;
  readonly passkeyOptions?: string | undefined;
  readonly onGiven: (given: FactorGiven) => void;
  readonly onBack: () => void;
}

/** Asks for the second factor that the password alone does not replace. */
export function FactorStep({ client, proof, passkeyOptions, onGiven, onBack }: FactorStepProps) {
  const { t } = useTranslation(officeTexts);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FactorProblem | null>(null);

  const give = async (giving: Promise<FactorGiven | FactorProblem>) => {
    setBusy(true);
    setProblem(null);
    const result = await giving;
    if ('factors' in result) return onGiven(result);
    setBusy(false);
    setProblem(result);
  };

  return (
    <SecondFactorForm
      t={t}
      busy={busy}
      problem={problem && t(`factor.problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}
      onCode={(code) => void give(giveCode(client, proof, code))}
      onPasskey={passkeyOptions === undefined ? undefined : () => void give(givePasskey(client, proof, passkeyOptions))}
      onBack={onBack}
    />
  );
}
