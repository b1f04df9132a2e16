import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import buyTexts from '../../i18n/es/buy.json';
import type { CheckedField } from './buy-form.ts';

type Key = keyof typeof buyTexts;

/** The sentence for what is wrong with a field, with its key for checks (C-03). */
export function ProblemText({ field, reason }: { field: CheckedField; reason: string }) {
  const { t } = useTranslation(buyTexts);
  const key = keyOf(field, reason);
  return <span data-msg={key}>{t(key)}</span>;
}

/** One has the specification's own key (ER-007). */
function keyOf(field: CheckedField, reason: string): Key & ('field.invalid' | 'auth.E-mail must be valid') {
  if (field === 'email' && reason === 'invalid') return 'auth.E-mail must be valid';
  const key = `${field}.${reason}`;
  return (key in buyTexts ? key : 'field.invalid') as 'field.invalid';
}
