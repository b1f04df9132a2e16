import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, useId, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Field.module.css';

interface Frame {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why the value is refused; announced with the field. */
  readonly error?: ReactNode;
}

interface Described {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Label above, hint and error below, tied to whatever stands between. */
function FieldFrame({ label, hint, error, id, children }: Frame & { id: string; children: (described: Described) => ReactNode }) {
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <div className={styles.error} id={`${id}-error`}>
          {error}
        </div>
      ) : null}
    </div>
  );
}

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>, Frame {
  readonly id?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Field({ label, hint, error, id, className, ...rest }: FieldProps) {
  const own = useId();
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id ?? own}>
      {(described) => <input {...rest} {...described} className={classes(styles.input, className)} />}
    </FieldFrame>
  );
}

export interface PasswordFieldProps extends Omit<FieldProps, 'type'> {
  /** Names of the button that shows and hides what is typed. */
  readonly showLabel: string;
  readonly hideLabel: string;
}

export function PasswordField({ label, hint, error, id, className, showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const own = useId();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id ?? own}>
      {(described) => (
        <div className={styles.withButton}>
          <input
            {...rest}
            {...described}
            type={shown ? 'text' : 'password'}
            className={classes(styles.input, className)}
            spellCheck={false}
            autoCapitalize="none"
          />
          <button type="button" className={styles.reveal} aria-controls={described.id} onClick={() => setShown(!shown)}>
            {shown ? hideLabel : showLabel}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>, Frame {
  readonly id?: string;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** The platform's own select: best on phones, known to every screen reader. */
export function Select({ label, hint, error, id, className, children, ...rest }: SelectProps) {
  const own = useId();
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id ?? own}>
      {(described) => (
        <select {...rest} {...described} className={classes(styles.input, styles.select, className)}>
          {children}
        </select>
      )}
    </FieldFrame>
  );
}

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> {
  readonly label: ReactNode;
  readonly error?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ label, error, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          {...rest}
          type="checkbox"
          className={styles.box}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />
        <span>{label}</span>
      </label>
      {error ? (
        <div className={styles.error} id={`${id}-error`}>
          {error}
        </div>
      ) : null}
    </div>
  );
}

/** Fields that answer one question together, such as the parts of a date. */
export function FieldGroup({ legend, error, children }: { legend: string; error?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.label}>{legend}</legend>
      <div className={styles.parts}>{children}</div>
      {error ? (
        <div className={styles.error} id={`${id}-error`}>
          {error}
        </div>
      ) : null}
    </fieldset>
  );
}
