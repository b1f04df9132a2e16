import { formatMoney } from '@butaca/brand/money';
import type { Refund } from '@butaca/contract/office-orders';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import officeTexts from '../i18n/es/office.json';
import { settings } from '../settings.ts';
import { momentText } from './moment.ts';
import styles from './Orders.module.css';

/** Money that goes back, or went; one that is not done says what the provider answers. */
export function RefundLine({
  refund: { way, amount, covered = 0, isForNoTicket, ticketCount, isDone, startedAt, reason, tries, trouble },
}: {
  refund: Refund;
}) {
  const { t } = useTranslation(officeTexts);
  return (
    <li className={styles.line}>
      <span className={styles.lineMain}>
        <strong>{t(isForNoTicket ? 'orders.way.closed' : `orders.way.${way}`)}</strong>
        <span className={styles.soft}>
          {[
            momentText(startedAt),
            ticketCount > 0 && t('orders.ticket-count', { count: ticketCount }),
            covered > 0 &&
              t(isForNoTicket ? 'orders.refund.for-no-ticket' : 'orders.refund.covered', { amount: formatMoney(covered, settings.locale) }),
            reason,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {trouble && <span className={styles.trouble}>{t('orders.trouble', { count: tries, trouble })}</span>}
      </span>
      <span className={styles.lineEnd}>
        <Tag tone={isDone ? 'plain' : 'danger'}>{t(isDone ? 'orders.refund.done' : 'orders.refund.open')}</Tag>
        {/* What was counted moved no money now. */}
        {(amount > 0 || covered === 0) && <Money amount={amount} locale={settings.locale} />}
      </span>
    </li>
  );
}
