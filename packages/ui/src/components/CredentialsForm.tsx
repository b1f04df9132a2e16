import { normalEmail } from '@butaca/contract/rules/email';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './CredentialsForm.module.css';
import { Field, PasswordField } from './Field.tsx';
import { Notice } from './Notice.tsx';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The texts of the form, which every catalogue with a log-in has under these keys. */
type CredentialsText =
  | 'email'
  | 'email.missing'
  | 'password'
  | 'password.missing'
  | 'password.show'
  | 'password.hide'
  | 'log-in.submit'
  | 'log-in.busy';

interface CredentialsFormProps {
  readonly t: (key: CredentialsText) => string;
  readonly busy: boolean;
  /** Why the log-in failed; null during the next attempt. */
  readonly problem: string | null;
  /** Initial value of the field. */
  readonly email?: string;
  /** Whether the page is hydrated. */
  readonly ready?: boolean;
  /** Called only when neither of the two is empty. */
  readonly onSend: (credentials: Credentials) => void;
  /** Called when a field gets the focus. */
  readonly onFocus: () => void;
  /** Whether the browser may suggest passkeys at the address. */
  readonly passkeys?: boolean;
  /** Between the fields and the button. */
  readonly options?: ReactNode;
  /** After the button. */
  readonly children?: ReactNode;
}

/** E-mail and password. The first missing field gets the focus, and so does the problem after a failed log-in. */
export function CredentialsForm({
  t,
  busy,
  problem,
  email = '',
  ready = true,
  passkeys = false,
  options,
  onSend,
  onFocus,
  children,
}: CredentialsFormProps) {
  const [missing, setMissing] = useState({ email: false, password: false });
  const problemBox = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (problem !== null) problemBox.current?.focus();
  }, [problem]);

  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const sent = { email: normalEmail(String(typed.get('email') ?? '')), password: String(typed.get('password') ?? '') };
    setMissing({ email: sent.email === '', password: sent.password === '' });
    const first = sent.email === '' ? 'email' : sent.password === '' ? 'password' : null;
    if (first === null) onSend(sent);
    else form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit} onFocus={onFocus}>
      <div ref={problemBox} tabIndex={-1}>
        {problem !== null && <Notice kind="error">{problem}</Notice>}
      </div>
      <Field
        enterKeyHint="next"
        label={t('email')}
        name="email"
        type="email"
        autoComplete={passkeys ? 'username webauthn' : 'username'}
        inputMode="email"
        defaultValue={email}
        error={missing.email && t('email.missing')}
        required
      />
      <PasswordField
        enterKeyHint="go"
        label={t('password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        error={missing.password && t('password.missing')}
        required
      />
      {options}
      <Button type="submit" wide busy={busy} disabled={!ready}>
        {t(busy ? 'log-in.busy' : 'log-in.submit')}
      </Button>
      {children}
    </form>
  );
}
