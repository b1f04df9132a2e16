import { Button } from '@butaca/ui/components/Button.tsx';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Quantity.module.css';
import { seatMapTexts } from './texts.ts';

/** How many places of a section without numbers. */
export function QuantityStepper({ most, onQuantity }: { most: number; onQuantity: (quantity: number) => void }) {
  const { t } = useTranslation(seatMapTexts);
  const id = useId();
  const [wanted, setWanted] = useState(2);
  const quantity = Math.max(1, Math.min(wanted, most));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in one line with its buttons
    <div className={styles.quantity} role="group" aria-labelledby={id}>
      <span id={id} className="visually-hidden">
        {t('quantity.label')}
      </span>
      <div className={styles.steps}>
        <button
          type="button"
          className={styles.step}
          aria-label={t('quantity.fewer')}
          disabled={quantity <= 1}
          onClick={() => setWanted(quantity - 1)}
        >
          −
        </button>
        <output className={styles.amount} aria-live="polite">
          {quantity}
        </output>
        <button
          type="button"
          className={styles.step}
          aria-label={t('quantity.more')}
          disabled={quantity >= most}
          onClick={() => setWanted(quantity + 1)}
        >
          +
        </button>
      </div>
      <Button disabled={most < 1} onClick={() => onQuantity(quantity)}>
        {t('quantity.submit', { count: quantity })}
      </Button>
    </div>
  );
}
