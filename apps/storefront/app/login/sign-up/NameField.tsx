import { correctedName } from '@butaca/contract/rules/name';
import { Field } from '@butaca/ui/components/Field.tsx';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { loginTexts } from '../texts.ts';
import { ProblemText } from './problem-text.tsx';
import styles from './SignUpScreen.module.css';

interface NameFieldProps {
  readonly name: 'firstName' | 'lastName';
  readonly label: string;
  readonly autoComplete: string;
  readonly problem: string | undefined;
  readonly onCorrected: (event: FormEvent<HTMLElement>) => void;
}

/** A name; what must not be in it is taken out with one click, and never without it (VA-039). */
export function NameField({ name, label, autoComplete, problem, onCorrected }: NameFieldProps) {
  const { t } = useTranslation(loginTexts);
  const input = useRef<HTMLInputElement>(null);

  const correct = (event: FormEvent<HTMLElement>) => {
    if (!input.current) return;
    input.current.value = correctedName(input.current.value);
    onCorrected(event);
    input.current.focus();
  };

  const error = problem && (
    <>
      <ProblemText field={name} reason={problem} texts={loginTexts.es} t={t} />
      {problem === 'forbidden_characters' && (
        <button type="button" className={styles.correct} onClick={correct}>
          {t('name.correct', { name: correctedName(input.current?.value ?? '') })}
        </button>
      )}
    </>
  );
  return <Field ref={input} id={name} name={name} label={label} autoComplete={autoComplete} maxLength={120} error={error} required />;
}
