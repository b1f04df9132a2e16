import type { Order } from '@butaca/contract';
import { brandName } from '@butaca/contract/rules/card-brands';
import type { Translate } from '@butaca/ui/i18n/translate.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import orderTexts from '../../i18n/es/order.json';
import { Totals } from '../../purchase/buy/summary/Totals.tsx';
import styles from './Order.module.css';

/** The amount by component, the payment method, the delivery, and the order's number for questions to support. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const money = useMoney();
  const { language, timeZone } = useFrame().brand.locale;
  const { id, totals, purchase, paid, pending, paidAt, delivery } = order;
  const [method, plan] = methodOf(order, t);
  const facts: readonly (readonly [label: string, value: string | false | undefined, note?: string | undefined])[] = [
    [t('facts.paid'), paid > 0 && money(paid)],
    [t('facts.pending'), pending > 0 && money(pending)],
    [t('facts.card'), method, plan],
    [t('facts.delivery'), delivery?.name],
    [t('facts.bought'), paidAt !== undefined && new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' }).format(paidAt)],
    [t('facts.number'), id],
  ];
  return (
    <section className={styles.summary} aria-labelledby="facts-title">
      <h2 id="facts-title">{t('facts.title')}</h2>
      <Totals totals={totals} quantity={purchase.quantity.total} deliveryChosen={false} />
      <dl className={styles.facts}>
        {facts.map(
          ([label, value, note]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {value}
                  {note && <span className={styles.note}>{note}</span>}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** The payment method, and the number of instalments where that is chosen. */
function methodOf({ paymentKind, brand, lastFour, instalments }: Order, t: Translate<typeof orderTexts>): [method?: string, plan?: string] {
  if (paymentKind === 'cash' || paymentKind === 'free') return [t(paymentKind)];
  if (!lastFour) return [];
  const card = t('card', { brand: brand ? brandName(brand) : t('card.word'), lastFour });
  return instalments === undefined ? [card] : [card, t('instalments', { count: instalments })];
}
