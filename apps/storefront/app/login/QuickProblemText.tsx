import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import loginTexts from '../i18n/es/login.json';
import type { QuickProblem } from './quick-log-in.ts';

/** Why a log-in without the password did not work. */
export function QuickProblemText({ problem }: { problem: QuickProblem }) {
  const { t } = useTranslation(loginTexts);
  return t(`problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {});
}
