import type { StaffAction } from '@butaca/contract/office-orders';
import { Money } from '@butaca/ui/components/Money.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import officeTexts from '../i18n/es/office.json';
import { settings } from '../settings.ts';
import { momentText } from './moment.ts';
import { OrderLink } from './OrderLink.tsx';
import styles from './Orders.module.css';

/** The staff's log; the newest first; with links to its orders where it is about several. */
export function ActionList({ actions, linked = false }: { actions: readonly StaffAction[]; linked?: boolean }) {
  const { t } = useTranslation(officeTexts);
  return (
    <ol className={styles.lines}>
      {actions.map(({ at, staffName, verb, reason, amount, ticketCount, mailboxBefore, mailbox, orderId, orderNumber }) => (
        <li key={`${at} ${orderId} ${verb}`} className={styles.line}>
          <span className={styles.lineMain}>
            <strong>{t(`orders.verb.${verb}`)}</strong>
            <span className={styles.soft}>
              {[
                momentText(at),
                staffName ?? t('orders.erased'),
                ticketCount !== undefined && t('orders.ticket-count', { count: ticketCount }),
                mailbox !== undefined && `${mailboxBefore ?? ''} → ${mailbox}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span>{reason}</span>
            {linked && orderId !== undefined && <OrderLink orderId={orderId} orderNumber={orderNumber} />}
          </span>
          {amount !== undefined && (
            <span className={styles.lineEnd}>
              <Money amount={amount} locale={settings.locale} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
