import { useId } from 'react';
import styles from './Quantity.module.css';

interface QuantityProps {
  readonly label: string;
  /** Where the words around it say already what is counted. */
  readonly labelHidden?: boolean;
  readonly fewer: string;
  readonly more: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** A small number with a button on either side; what it comes to is said when it changes. */
export function Quantity({ label, labelHidden = false, fewer, more, value, most, onChange }: QuantityProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in one line with its buttons
    <div className={styles.quantity} role="group" aria-labelledby={id}>
      <span id={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </span>
      <button type="button" className={styles.step} aria-label={fewer} disabled={value <= 1} onClick={() => onChange(value - 1)}>
        −
      </button>
      <output className={styles.amount} aria-live="polite">
        {value}
      </output>
      <button type="button" className={styles.step} aria-label={more} disabled={value >= most} onClick={() => onChange(value + 1)}>
        +
      </button>
    </div>
  );
}
