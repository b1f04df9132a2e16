import { type ReactNode, useId, useState } from 'react';
import styles from './RadioGroup.module.css';

interface RadioOption<Value extends string | number> {
  readonly value: Value;
  /** A picture before the title. */
  readonly mark?: ReactNode;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** At the end of the line: what it costs. */
  readonly aside?: ReactNode;
  readonly disabled?: boolean;
  /** The key that chooses it. */
  readonly shortcut?: string | undefined;
}

interface RadioGroupProps<Value extends string | number> {
  readonly name: string;
  readonly legend: string;
  /** The legend is already a heading on the page. */
  readonly legendHidden?: boolean;
  readonly options: readonly RadioOption<Value>[];
  readonly chosen: Value | undefined;
  /** What is waited for keeps the new option checked meanwhile. */
  readonly onChoose: (value: Value) => void | Promise<void>;
  readonly error?: ReactNode;
  /** An answer is on its way; the option stays checked and no other can be picked. */
  readonly waiting?: boolean;
}

/** One of a few things, each with its price: the platform's radio buttons in large rows. */
export function RadioGroup<Value extends string | number>({
  name,
  legend,
  legendHidden = false,
  options,
  chosen,
  onChoose,
  error,
  waiting = false,
}: RadioGroupProps<Value>) {
  const id = useId();
  const [picked, setPicked] = useState<Value | null>(null);
  const choose = async (value: Value) => {
    if (waiting) return;
    setPicked(value);
    await onChoose(value);
    setPicked(null);
  };
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined} aria-busy={waiting || undefined}>
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      <div className={styles.options}>
        {options.map(({ value, mark, title, text, aside, disabled, shortcut }) => (
          <label key={value} className={styles.option}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={value}
              checked={value === (picked ?? chosen)}
              disabled={disabled}
              aria-keyshortcuts={shortcut}
              aria-invalid={error ? true : undefined}
              onChange={() => void choose(value)}
            />
            <span className={styles.dot} />
            <span className={styles.title}>
              {mark}
              <span>{title}</span>
            </span>
            {aside && <span className={styles.aside}>{aside}</span>}
            {text && <span className={styles.text}>{text}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
