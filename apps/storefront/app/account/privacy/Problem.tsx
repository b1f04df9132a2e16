import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import privacyTexts from '../../i18n/es/privacy.json';
import type { PrivacyProblem } from './privacy-calls.ts';

/** Why a call of this page came to nothing; what belongs to a field or a list is shown there. */
export function Problem({ problem }: { problem: PrivacyProblem | null }) {
  const { t } = useTranslation(privacyTexts);
  if (problem === null || problem.reason === 'in_use' || problem.reason === 'wrong_code') return null;
  return (
    <Notice kind="error">
      {problem.reason === 'wait' ? t('problem.wait', { seconds: problem.seconds }) : t(`problem.${problem.reason}`)}
    </Notice>
  );
}
