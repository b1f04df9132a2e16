import type { TextKey } from '@butaca/brand/translate';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import loginTexts from '../i18n/es/login.json';

type LoginKey = TextKey<typeof loginTexts>;

const isLoginKey = (key: string): key is LoginKey => key in loginTexts;

/** The key of what is wrong with a field: the field's own text for the reason, if it has one; the e-mail has the specification's key (ER-007). */
export function problemKey(field: string, reason: string): LoginKey {
  if (field === 'email' && reason === 'invalid') return 'auth.E-mail must be valid';
  const key = `${field}.${reason}`;
  return isLoginKey(key) ? key : 'field.invalid';
}

/** The text as an element that carries its key (C-03). */
export function ProblemText({ field, reason }: { field: string; reason: string }) {
  const { t } = useTranslation(loginTexts);
  const key = problemKey(field, reason);
  return <span data-msg={key}>{t(key)}</span>;
}

/** What is wrong with each field of a form, as its `error`; undefined where nothing is. */
export const problemTexts =
  <Field extends string>(problems: Partial<Record<Field, string>>) =>
  (field: Field) =>
    problems[field] && <ProblemText field={field} reason={problems[field]} />;
