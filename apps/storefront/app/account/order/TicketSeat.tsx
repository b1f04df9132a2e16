import type { Ticket } from '@butaca/contract';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { LONGEST_ROW_MARK } from '../../purchase/buy/summary/place-name.ts';
import styles from './Ticket.module.css';
import { orderTexts } from './texts.ts';

/** Sector, row and seat, as large as what one looks for in the dark. */
export function TicketSeat({ ticket: { sectorName, row, seat } }: { ticket: Pick<Ticket, 'sectorName' | 'row' | 'seat'> }) {
  const { t } = useTranslation(orderTexts);
  const words = row !== undefined && row.length > LONGEST_ROW_MARK;
  return (
    <div className={styles.seat}>
      <p className={styles.sector}>{sectorName}</p>
      {words && <p className={styles.rowName}>{row}</p>}
      {!row && !seat && <p className={styles.free}>{t('seat.free')}</p>}
      {((row && !words) || seat) && (
        <dl className={styles.marks}>
          {row && !words && (
            <div>
              <dt>{t('seat.row')}</dt>
              <dd>{row}</dd>
            </div>
          )}
          {seat && (
            <div>
              <dt>{t('seat.seat')}</dt>
              <dd>{seat}</dd>
            </div>
          )}
        </dl>
      )}
    </div>
  );
}
