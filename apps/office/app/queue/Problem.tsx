import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import queueTexts from '../i18n/es/queue.json';
import type { RoomProblem } from './calls.ts';
import type { T } from './says.ts';

/** Why nothing was done. */
export function Problem({ problem }: { problem: RoomProblem }) {
  const { t } = useTranslation(queueTexts);
  return <Notice kind="error">{textOf(problem, t)}</Notice>;
}

function textOf(problem: RoomProblem, t: T): string {
  if (problem.kind === 'phase') return t('problem.phase', { phase: t(`phase.${problem.phase}`) });
  return problem.kind === 'gone' ? t('gone.title') : t(`problem.${problem.kind}`);
}
