import { typedIdentifier } from '@butaca/contract/rules/typed';
import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './CredentialsForm.module.css';
import { Field } from './Field.tsx';
import { Notice } from './Notice.tsx';

/** The texts of the form, which every catalogue with a staff log-in has under these keys. */
export type FactorText =
  | 'factor.title'
  | 'factor.lead'
  | 'factor.code'
  | 'factor.code.hint'
  | 'factor.code.missing'
  | 'factor.submit'
  | 'factor.busy'
  | 'factor.passkey'
  | 'factor.passkey.text'
  | 'factor.back';

interface SecondFactorFormProps {
  readonly t: (key: FactorText) => string;
  readonly busy: boolean;
  /** Why the last try failed; null during the next one. */
  readonly problem: string | null;
  readonly onCode: (code: string) => void;
  /** Left out for a person without a passkey. */
  readonly onPasskey?: (() => void) | undefined;
  /** Back to the password. */
  readonly onBack: () => void;
}

/** The step after the password: the code of an authenticator app or a recovery code, or the passkey. The heading gets the focus. */
export function SecondFactorForm({ t, busy, problem, onCode, onPasskey, onBack }: SecondFactorFormProps) {
  const [missing, setMissing] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const problemBox = useRef<HTMLDivElement>(null);

  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    if (problem !== null) problemBox.current?.focus();
  }, [problem]);

  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = typedIdentifier(String(new FormData(event.currentTarget).get('code') ?? ''));
    setMissing(code === '');
    if (code !== '') onCode(code);
    else event.currentTarget.querySelector<HTMLInputElement>('[name=code]')?.focus();
  };

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <div>
        <h1 ref={title} tabIndex={-1}>
          {t('factor.title')}
        </h1>
        <p className={styles.lead}>{t('factor.lead')}</p>
      </div>
      <div ref={problemBox} tabIndex={-1}>
        {problem !== null && <Notice kind="error">{problem}</Notice>}
      </div>
      {onPasskey && (
        <div className={styles.alternative}>
          <p>{t('factor.passkey.text')}</p>
          <Button kind="secondary" wide busy={busy} onClick={onPasskey}>
            {t('factor.passkey')}
          </Button>
        </div>
      )}
      <Field
        enterKeyHint="go"
        label={t('factor.code')}
        hint={t('factor.code.hint')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        error={missing && t('factor.code.missing')}
        required
      />
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'factor.busy' : 'factor.submit')}
      </Button>
      <Button kind="quiet" wide onClick={onBack}>
        {t('factor.back')}
      </Button>
    </form>
  );
}
