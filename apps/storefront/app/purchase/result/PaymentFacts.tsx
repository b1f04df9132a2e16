import type { PaymentResult } from '@butaca/contract';
import { brandName } from '@butaca/contract/rules/card-brands';
import { useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Paid.module.css';
import { paymentTexts } from './texts.ts';

/** The number to name when one asks, how much, and with which card. */
export function PaymentFacts({ payment: { orderId, amount, instalments, brand, lastFour } }: { payment: PaymentResult }) {
  const { t } = useTranslation(paymentTexts);
  const money = useMoney();
  return (
    <dl className={styles.facts}>
      {amount === 0 && (
        <div>
          <dt>{t('paid.total')}</dt>
          <dd>{t('paid.free')}</dd>
        </div>
      )}
      {amount !== undefined && amount > 0 && (
        <div>
          <dt>{t('paid.amount')}</dt>
          <dd>
            {money(amount)} {instalments !== undefined && t('paid.instalments', { count: instalments })}
          </dd>
          {instalments !== undefined && instalments > 1 && <dd className={styles.note}>{t('paid.interest')}</dd>}
        </div>
      )}
      {lastFour && (
        <div>
          <dt>{t('paid.card')}</dt>
          <dd>{t('paid.card.value', { brand: brand ? brandName(brand) : t('paid.card'), lastFour })}</dd>
        </div>
      )}
      {orderId && (
        <div>
          <dt>{t('order.number')}</dt>
          <dd className={styles.number}>{orderId}</dd>
        </div>
      )}
    </dl>
  );
}
