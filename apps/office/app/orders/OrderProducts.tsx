import type { OfficeOrder } from '@butaca/contract/office-orders';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import officeTexts from '../i18n/es/office.json';
import { settings } from '../settings.ts';
import { momentText } from './moment.ts';
import styles from './Orders.module.css';

interface OrderProductsProps {
  readonly order: OfficeOrder;
  /** Of an order of products alone: asks for all of it. */
  readonly onRefund: () => void;
}

/** What was bought beside the tickets, and what of it was handed over. */
export function OrderProducts({ order: { products, tickets, refunds }, onRefund }: OrderProductsProps) {
  const { t } = useTranslation(officeTexts);
  return (
    <section className={styles.section} aria-labelledby="products-title">
      <h3 id="products-title">{t('orders.products')}</h3>
      <ul className={styles.lines}>
        {products.map(({ variantId, performanceId, quantity, name, variantName, total: amount, handedOverAt, handedOverBy }) => (
          <li key={`${performanceId} ${variantId}`} className={styles.line}>
            <strong className={styles.lineMain}>
              {quantity} × {[name, variantName].filter(Boolean).join(', ')}
            </strong>
            {handedOverAt !== undefined && (
              <span className={styles.soft}>
                {t('orders.products.handed-over', { when: momentText(handedOverAt), who: handedOverBy ?? t('orders.erased') })}
              </span>
            )}
            <span className={styles.lineEnd}>
              <Money amount={amount} locale={settings.locale} />
            </span>
          </li>
        ))}
      </ul>
      {tickets.length === 0 && refunds.length === 0 && (
        <div className={styles.verbs}>
          <Button kind="secondary" onClick={onRefund}>
            {t('orders.products.refund')}
          </Button>
        </div>
      )}
    </section>
  );
}
