import { Notice } from '@butaca/ui/components/Notice.tsx';
import type { Ref } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { loginTexts } from '../texts.ts';
import { checkedFields, type FormProblems } from './form-problems.ts';
import { problemKey } from './problem-text.tsx';
import type { SignUpRefusal } from './sign-up.ts';

interface ErrorSummaryProps {
  readonly problems: FormProblems;
  readonly refusal: SignUpRefusal | null;
  readonly ref: Ref<HTMLDivElement>;
}

/** What stands in the way, with links to the fields. */
export function ErrorSummary({ problems, refusal, ref }: ErrorSummaryProps) {
  const { t } = useTranslation(loginTexts);
  const wrong = checkedFields.filter((field) => problems[field]);
  return (
    <div ref={ref} tabIndex={-1}>
      {refusal && <Notice kind="error">{t(`problem.${refusal.reason}`, { seconds: refusal.seconds ?? 0 })}</Notice>}
      {wrong.length > 0 && (
        <Notice kind="error" title={t('summary', { count: wrong.length })}>
          <ul>
            {wrong.map((field) => (
              <li key={field}>
                <a href={`#${field === 'birthday' ? 'day' : field}`}>{t(problemKey(field, problems[field] ?? '', loginTexts.es))}</a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
