import { Button } from '@butaca/ui/components/Button.tsx';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Quantity } from './Quantity.tsx';
import styles from './TakeQuantity.module.css';
import { seatMapTexts } from './texts.ts';

const USUAL_QUANTITY = 2;

/** So many places of a section without numbers, and the button that takes them. */
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
