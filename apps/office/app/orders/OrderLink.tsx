import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { addresses, orderQuery } from '../address.ts';
import officeTexts from '../i18n/es/office.json';
import styles from './Orders.module.css';

/** The way to an order from elsewhere. */
export function OrderLink({ orderId, orderNumber }: { orderId: string; orderNumber: string | undefined }) {
  const { t } = useTranslation(officeTexts);
  return (
    <a className={styles.number} href={`${addresses.orders}${orderQuery(orderId)}`}>
      {t('money.open', { order: orderNumber ?? orderId })}
    </a>
  );
}
