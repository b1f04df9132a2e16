import type { OfficeOrder } from '@butaca/contract/office-orders';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import officeTexts from '../i18n/es/office.json';
import { momentText } from './moment.ts';
import { PlaceName } from './OrderPlaces.tsx';
import styles from './Orders.module.css';

/** When tickets were issued anew and by whom, and the numbers of those that others stand for: somebody may still come with them. */
export function Reissues({ order: { reissues, replaced } }: { order: OfficeOrder }) {
  const { t } = useTranslation(officeTexts);
  if (replaced.length === 0) return null;
  return (
    <>
      {reissues.length > 0 && (
        <ul className={styles.lines}>
          {reissues.map(({ at, ticketCount, byStaff, staffName }) => (
            <li key={at} className={styles.line}>
              <span className={styles.lineMain}>
                <strong>{t('orders.reissued')}</strong>
                <span className={styles.soft}>
                  {[
                    momentText(at),
                    byStaff ? (staffName ?? t('orders.erased')) : t('orders.reissued.byBuyer'),
                    t('orders.ticket-count', { count: ticketCount }),
                  ].join(' · ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{t('orders.replaced', { count: replaced.length })}</summary>
        <ul className={styles.lines}>
          {replaced.map((ticket) => (
            <li key={ticket.number} className={styles.line}>
              <span className={styles.lineMain}>
                <PlaceName place={ticket} />
                <span className={styles.soft}>
                  {[ticket.number, ticket.replacedBy && t('orders.replaced.by', { number: ticket.replacedBy })].filter(Boolean).join(' · ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
