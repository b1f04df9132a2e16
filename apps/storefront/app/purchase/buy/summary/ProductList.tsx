import type { PurchaseProduct } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useMoney } from '../../../frame/use-frame.ts';
import shopTexts from '../../../i18n/es/shop.json';
import styles from './Summary.module.css';

/** The products of one performance, each with how many and what they cost. */
export function ProductList({ products }: { products: readonly PurchaseProduct[] }) {
  const { t } = useTranslation(shopTexts);
  const money = useMoney();
  if (products.length === 0) return null;
  return (
    <ul className={styles.places} aria-label={t('products')}>
      {products.map(({ variantId, name, variantName, quantity, handover, total }) => (
        <li key={variantId} className={styles.place}>
          <div className={styles.where}>
            <p className={styles.seat}>
              {quantity} × {[name, variantName].filter(Boolean).join(', ')}
            </p>
            <p className={styles.type}>{t(`handover.short.${handover}`)}</p>
          </div>
          <p className={styles.price}>{money(total)}</p>
        </li>
      ))}
    </ul>
  );
}
