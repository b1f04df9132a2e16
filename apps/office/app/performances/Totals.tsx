import { formatMoney } from '@butaca/brand/money';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { ReactNode } from 'react';
import officeTexts from '../i18n/es/office.json';
import { settings } from '../settings.ts';
import { Count, Takings, Trend } from './PerformanceFacts.tsx';
import { freeOf, occupancyText, type Sums } from './sums.ts';
import styles from './Totals.module.css';

/** What the listed performances are together. */
export function Totals({ sums }: { sums: Sums | null }) {
  const { t } = useTranslation(officeTexts);
  return (
    <section aria-label={t('totals')}>
      <dl className={styles.totals}>
        <Total
          name={t('tickets')}
          value={sums && <Takings amount={sums.tickets} />}
          note={sums && t('service', { amount: formatMoney(sums.serviceCharge, settings.locale) })}
        />
        <Total
          name={t('sold')}
          value={sums && <Count value={sums.sold} />}
          note={sums && `${occupancyText(sums)} ${t('of-places', { count: sums.places })}`}
        />
        <Total name={t('held')} value={sums && <Count value={sums.held} />} note={sums && t('held.hint')} />
        <Total name={t('free')} value={sums && <Count value={freeOf(sums)} />} note={sums && t('of-places', { count: sums.places })} />
        <Total
          name={t('last-hour')}
          value={
            sums && (
              <>
                <Count value={sums.soldLastHour} />
                <Trend sold={sums.trend} />
              </>
            )
          }
          note={sums && t('last-hour.hint')}
        />
      </dl>
    </section>
  );
}

function Total({ name, value, note }: { name: string; value: ReactNode; note: ReactNode }) {
  return (
    <div className={styles.total}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value ?? <Skeleton width="6rem" height="1.75rem" />}</dd>
      <dd className={styles.note}>{note ?? <Skeleton width="8rem" height="1.3125rem" />}</dd>
    </div>
  );
}
