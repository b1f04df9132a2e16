import type { AppliedPromotion, InstalmentPlan, PurchasePerformance, PurchaseTotals } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame, useMoney } from '../../../frame/use-frame.ts';
import buyTexts from '../../../i18n/es/buy.json';
import styles from './Summary.module.css';

interface TotalsProps {
  readonly totals: PurchaseTotals;
  readonly quantity: number;
  /** Whose promotions are named. */
  readonly performances: readonly Pick<PurchasePerformance, 'promotions'>[];
  /** The instalments that are being chosen, of what is not paid with the balance; once a payment began, what they cost is in the totals. */
  readonly plan?: InstalmentPlan | undefined;
  readonly fromBalance?: number;
  /** Of a payment that began. */
  readonly paidIn?: number | undefined;
  /** Delivery is part of the total; before it is chosen the total says so. */
  readonly deliveryChosen?: boolean;
}

/** Each promotion once, with what it takes off in all performances. */
export function promotionsOf(performances: readonly Pick<PurchasePerformance, 'promotions'>[]): AppliedPromotion[] {
  const all = Map.groupBy(
    performances.flatMap(({ promotions = [] }) => promotions),
    ({ id }) => id,
  );
  return [...all.values()].map((some) => ({
    ...(some[0] as AppliedPromotion),
    ticketCount: some.reduce((sum, { ticketCount }) => sum + ticketCount, 0),
    discount: some.reduce((sum, { discount }) => sum + discount, 0),
  }));
}

/** What is paid, by reason, its sum, and where the law asks the same before national taxes. */
export function Totals({ totals, quantity, performances, plan, fromBalance = 0, paidIn, deliveryChosen = true }: TotalsProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  const { netPrices } = useFrame().brand.flags;
  const chosen = plan && totals.financing === undefined ? plan.total + fromBalance - totals.total : 0;
  const lines: readonly (readonly [label: string, amount: number, always?: boolean])[] = [
    [t('totals.tickets', { count: quantity }), totals.tickets, quantity > 0],
    ...promotionsOf(performances).map(({ name, discount }) => [name, -discount] as const),
    [t('totals.products'), totals.products],
    [t('totals.service'), totals.serviceCharge],
    [t('totals.qr'), totals.antiFraudQr],
    [t('totals.delivery'), totals.delivery, deliveryChosen],
    [t('totals.financing', { count: plan?.instalments ?? paidIn ?? 1 }), (totals.financing ?? 0) + chosen],
  ];
  return (
    <div className={styles.totals}>
      <dl className={styles.lines}>
        {lines.map(
          ([label, amount, always]) =>
            (amount !== 0 || always) && (
              <div key={label} className={styles.line} data-saves={amount < 0 || undefined}>
                <dt>{label}</dt>
                <dd>{amount === 0 ? t('totals.free') : amount < 0 ? `−${money(-amount)}` : money(amount)}</dd>
              </div>
            ),
        )}
        <div className={styles.total}>
          <dt>{t('totals.total')}</dt>
          <dd>{totals.total + chosen === 0 ? t('totals.free') : money(totals.total + chosen)}</dd>
        </div>
      </dl>
      {netPrices && totals.total > 0 && (
        <p className={styles.net}>
          {t('totals.net')} <span className={styles.netAmount}>{money(totals.net)}</span>
        </p>
      )}
    </div>
  );
}
