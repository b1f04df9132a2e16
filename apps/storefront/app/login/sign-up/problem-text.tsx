import type { TextKey, Translate } from '../../i18n/translate.ts';
import type { loginTexts } from '../texts.ts';
import type { CheckedField } from './form-problems.ts';

type LoginTexts = typeof loginTexts.es;

/** The sentence for what is wrong with a field; the e-mail's own has the specification's key (ER-007). */
export function problemKey(field: CheckedField, reason: string, texts: LoginTexts): TextKey<LoginTexts> {
  if (field === 'email' && reason === 'invalid') return 'auth.E-mail must be valid';
  const key = `${field}.${reason}`;
  return key in texts ? (key as TextKey<LoginTexts>) : 'field.invalid';
}

/** The same as an element that carries its key (C-03). */
export function ProblemText({
  field,
  reason,
  texts,
  t,
}: {
  field: CheckedField;
  reason: string;
  texts: LoginTexts;
  t: Translate<LoginTexts>;
}) {
  const key = problemKey(field, reason, texts);
  return <span data-msg={key}>{t(key)}</span>;
}
