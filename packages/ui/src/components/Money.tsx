import { formatMoney, type MoneyLocale } from '@butaca/brand/money';
import { classes } from './classes.ts';
import styles from './Money.module.css';

/** An amount in minor units as the brand writes it; the machine-readable value goes along. */
export function Money({ amount, locale, className }: { amount: number; locale: MoneyLocale; className?: string }) {
  return (
    <data value={(amount / 100).toFixed(2)} className={classes(styles.money, className)}>
      {formatMoney(amount, locale)}
    </data>
  );
}
