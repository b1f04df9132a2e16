import { normalEmail } from '@butaca/contract/rules/email';
import { emailTypo } from '@butaca/contract/rules/email-typo';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './Button.tsx';
import styles from './EmailField.module.css';
import { Field, type FieldProps } from './Field.tsx';

interface EmailFieldProps extends Omit<FieldProps, 'ref' | 'type'> {
  readonly name: string;
  /** Asked about a domain that looks misspelt; nothing is corrected without an answer. */
  readonly typo: { readonly question: (meant: string) => string; readonly accept: string; readonly keep: string };
  /** The form was sent before the question was answered (`askedEmailProblem`). */
  readonly isAsked?: boolean;
  /** Name of the field in which the address is repeated: it is corrected with this one. */
  readonly repeatedIn?: string;
  /** Of a field whose value is its parent's. */
  readonly onAnswer?: (email: string, isKept: boolean) => void;
}

/**
 * The address that tickets go to. An address that was kept stands in a hidden field, the name of which ends in `Kept`, for the check of
 * the form.
 */
export function EmailField({ typo, isAsked = false, repeatedIn, onAnswer, error, onInput, onBlur, onFocus, ...rest }: EmailFieldProps) {
  const root = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(String(rest.value ?? rest.defaultValue ?? ''));
  const [hasLeft, setHasLeft] = useState(false);
  const [kept, setKept] = useState('');
  const meant = normalEmail(typed) === kept ? null : emailTypo(typed);

  /** The form checks itself with every input, so it is told once this field shows the answer. */
  const answer = (show: (input: HTMLInputElement) => void) => {
    const input = root.current?.querySelector('input');
    if (!input) return;
    flushSync(() => show(input));
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  };
  const accept = (email: string) =>
    answer((input) => {
      const repeated = repeatedIn === undefined ? null : input.form?.elements.namedItem(repeatedIn);
      if (repeated instanceof HTMLInputElement && normalEmail(repeated.value) === normalEmail(input.value)) repeated.value = email;
      if (onAnswer) onAnswer(email, false);
      else input.value = email;
      setTyped(email);
    });
  const keep = () =>
    answer(() => {
      onAnswer?.(typed, true);
      setKept(normalEmail(typed));
    });
  const question = meant !== null && (hasLeft || isAsked) && (
    <span className={styles.question} data-msg="email_typo">
      {typo.question(meant)}
      <span className={styles.answers}>
        <Button small kind="secondary" onClick={() => accept(meant)}>
          {typo.accept}
        </Button>
        <Button small kind="quiet" onClick={keep}>
          {typo.keep}
        </Button>
      </span>
    </span>
  );
  return (
    <div ref={root} aria-live="polite">
      <Field
        inputMode="email"
        {...rest}
        type="email"
        error={error || question}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          onInput?.(event);
        }}
        onFocus={(event) => {
          setTyped(event.currentTarget.value);
          onFocus?.(event);
        }}
        onBlur={(event) => {
          setTyped(event.currentTarget.value);
          setHasLeft(true);
          onBlur?.(event);
        }}
      />
      <input type="hidden" name={`${rest.name}Kept`} value={kept} />
    </div>
  );
}
