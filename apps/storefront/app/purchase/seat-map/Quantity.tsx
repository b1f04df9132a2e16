import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import seatMapTexts from '../../i18n/es/seat-map.json';
import styles from './Quantity.module.css';

interface QuantityProps {
  readonly label: string;
  /** For places where the surrounding text already names what is counted. */
  readonly labelHidden?: boolean;
  readonly fewer: string;
  readonly more: string;
  readonly value: number;
  readonly least?: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** A small number with a button on either side; changes are announced. */
export function Quantity({ label, labelHidden = false, fewer, more, value, least = 1, most, onChange }: QuantityProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in one line with its buttons
    <div className={styles.quantity} role="group" aria-labelledby={id}>
      <span id={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </span>
      <button type="button" className={styles.step} aria-label={fewer} disabled={value <= least} onClick={() => onChange(value - 1)}>
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

/** A quantity that was typed; null when it is no whole number of at least one. */
export const readQuantity = (typed: string): number | null => (/^0*[1-9]\d{0,4}$/.test(typed.trim()) ? Number(typed) : null);

interface TypedQuantityProps {
  readonly label: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly error: string | false | undefined;
}

/** The same as a field that has the focus, for who sells by keyboard: the first digit replaces what it shows. What was typed stays as it is. */
export function TypedQuantity({ label, typed, onTyped, error }: TypedQuantityProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After the page's own focus, which goes to the heading.
    const timer = setTimeout(() => field.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, []);

  return (
    <Field
      enterKeyHint="done"
      ref={field}
      className={styles.typed}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      error={error}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => onTyped(target.value)}
    />
  );
}

const USUAL_QUANTITY = 2;

/** A quantity of places in a section without numbers, and the button that takes them. */
export function TakeQuantity({ most, onQuantity }: { most: number; onQuantity: (quantity: number) => void }) {
  const { t } = useTranslation(seatMapTexts);
  const [wanted, setWanted] = useState(USUAL_QUANTITY);
  const quantity = Math.max(1, Math.min(wanted, most));
  return (
    <div className={styles.take}>
      <Quantity
        label={t('quantity.label')}
        labelHidden
        fewer={t('quantity.fewer')}
        more={t('quantity.more')}
        value={quantity}
        most={most}
        onChange={setWanted}
      />
      <Button disabled={most < 1} onClick={() => onQuantity(quantity)}>
        {t('quantity.submit', { count: quantity })}
      </Button>
    </div>
  );
}
