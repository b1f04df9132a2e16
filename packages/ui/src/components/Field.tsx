import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
  useState,
} from 'react';
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

/** Whether the group around a field is invalid, which makes each of its fields invalid, or the one with this id. */
const RefusedGroup = createContext<boolean | string>(false);

/** Label and hint above, error below, associated with the control between them. */
function FieldFrame({ label, hint, error, id, children }: Frame & { id: string; children: (described: Described) => ReactNode }) {
  const group = useContext(RefusedGroup);
  const refused = group === true || group === id || Boolean(error);
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {hint ? (
          <div className={styles.hint} id={`${id}-hint`}>
            {hint}
          </div>
        ) : null}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': refused || undefined })}
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

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>, Frame {
  readonly id?: string;
}

/** Several lines; it grows with what is typed where the browser can do that. */
export function TextArea({ label, hint, error, id, className, ...rest }: TextAreaProps) {
  const own = useId();
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id ?? own}>
      {(described) => <textarea rows={5} {...rest} {...described} className={classes(styles.input, styles.area, className)} />}
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

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
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
interface FieldGroupProps {
  readonly legend: string;
  readonly error?: ReactNode;
  /** Id of the field that the error is about, where it is one alone. */
  readonly at?: string | undefined;
  readonly children: ReactNode;
}

export function FieldGroup({ legend, error, at, children }: FieldGroupProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lets no grid around it align what it holds
    <div className={styles.group} role="group" aria-labelledby={`${id}-legend`} aria-describedby={error ? `${id}-error` : undefined}>
      <div className={styles.label} id={`${id}-legend`}>
        {legend}
      </div>
      <div className={styles.parts}>
        <RefusedGroup value={Boolean(error) && (at ?? true)}>{children}</RefusedGroup>
      </div>
      {error ? (
        <div className={styles.error} id={`${id}-error`}>
          {error}
        </div>
      ) : null}
    </div>
  );
}

/** Fields in rows: the inputs of a row are aligned, whatever hints and errors its fields have. */
export const FieldGrid = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>;
