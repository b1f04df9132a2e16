import { passwordConfirmationProblem, passwordProblem, passwordRules } from '@butaca/contract/rules/person';
import { PasswordField } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import loginTexts from '../i18n/es/login.json';
import styles from './NewPassword.module.css';
import { problemTexts } from './ProblemText.tsx';
import { type Problems, typedInto } from './use-checked-form.ts';

export const newPasswordFields = ['password', 'passwordConfirmation'] as const;
type NewPasswordField = (typeof newPasswordFields)[number];

/** What is wrong with a new password and its repetition, by the server's own rules. */
export function newPasswordProblems(form: FormData): Problems<NewPasswordField> {
  const [password, confirmation] = newPasswordFields.map((field) => typedInto(form, field)) as [string, string];
  const problems = { password: passwordProblem(password), passwordConfirmation: passwordConfirmationProblem(password, confirmation) };
  return Object.fromEntries(Object.entries(problems).filter(([, reason]) => reason !== null));
}

interface NewPasswordProps {
  /** Where there is no other password, it is no new one. */
  readonly label?: 'password' | 'password.new';
  readonly problems: Problems<NewPasswordField>;
}

const RULES = ['length', 'capital', 'number'] as const;

/** A new password, typed twice; while it is typed its rules say which of them it keeps. */
export function NewPassword({ label = 'password.new', problems }: NewPasswordProps) {
  const { t } = useTranslation(loginTexts);
  const [typed, setTyped] = useState('');
  const reveal = { showLabel: t('password.show'), hideLabel: t('password.hide') };
  const error = problemTexts(problems);
  return (
    <>
      <PasswordField
        enterKeyHint="next"
        id="password"
        name="password"
        label={t(label)}
        hint={<Rules typed={typed} />}
        error={error('password')}
        autoComplete="new-password"
        onInput={(event) => setTyped(event.currentTarget.value)}
        {...reveal}
        required
      />
      <PasswordField
        enterKeyHint="done"
        id="passwordConfirmation"
        name="passwordConfirmation"
        label={t('passwordConfirmation')}
        error={error('passwordConfirmation')}
        autoComplete="new-password"
        {...reveal}
        required
      />
    </>
  );
}

function Rules({ typed }: { typed: string }) {
  const { t } = useTranslation(loginTexts);
  const kept = passwordRules(typed);
  const isGood = passwordProblem(typed) === null;
  return (
    <>
      <ul className={styles.rules}>
        {RULES.map((rule) => (
          <li key={rule} data-kept={kept[rule]}>
            {t(`password.rule.${rule}`)}
            <span className="visually-hidden">{`: ${t(kept[rule] ? 'password.rule.kept' : 'password.rule.open')}`}</span>
          </li>
        ))}
      </ul>
      <span>{t('password.rule.common')}</span>
      <span className="visually-hidden" role="status">
        {isGood && t('password.rule.all')}
      </span>
    </>
  );
}
