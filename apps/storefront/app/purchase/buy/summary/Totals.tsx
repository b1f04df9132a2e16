import type { InstalmentPlan, PurchaseTotals } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame, useMoney } from '../../../frame/use-frame.ts';
import buyTexts from '../../../i18n/es/buy.json';
import styles from './Summary.module.css';

interface TotalsProps {
  readonly totals: PurchaseTotals;
  readonly quantity: number;
  /** The instalments chosen; what they cost on top is a line of its own. */
  readonly plan?: InstalmentPlan | undefined;
  /** Delivery is part of the total; before it is chosen the total says so. */
  readonly deliveryChosen?: boolean;
}

/** What is paid, by reason, its sum, and where the law asks the same before national taxes. */
export function Totals({ totals, quantity, plan, deliveryChosen = true }: TotalsProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  const { netPrices } = useFrame().brand.flags;
  const financing = plan ? plan.total - totals.total : 0;
  const lines: readonly (readonly [label: string, amount: number, always?: boolean])[] = [
    [t('totals.tickets', { count: quantity }), totals.tickets, true],
    [t('totals.products'), totals.products],
    [t('totals.service'), totals.serviceCharge],
    [t('totals.qr'), totals.antiFraudQr],
    [t('totals.delivery'), totals.delivery, deliveryChosen],
    [t('totals.discounts'), -totals.discounts],
    [t('totals.financing', { count: plan?.instalments ?? 1 }), financing],
  ];
  return (
    <div className={styles.totals}>
      <dl className={styles.lines}>
        {lines.map(
          ([label, amount, always]) =>
            (amount !== 0 || always) && (
              <div key={label} className={styles.line}>
                <dt>{label}</dt>
                <dd>{amount === 0 ? t('totals.free') : money(amount)}</dd>
              </div>
            ),
        )}
        <div className={styles.total}>
          <dt>{t('totals.total')}</dt>
          <dd>{money(totals.total + financing)}</dd>
        </div>
      </dl>
      {netPrices && (
        <p className={styles.net}>
          {t('totals.net')} <span className={styles.netAmount}>{money(totals.net)}</span>
        </p>
      )}
    </div>
  );
}
