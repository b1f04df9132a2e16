import { formatMoney } from '@butaca/brand/money';
import type { DoubtfulPayment } from '@butaca/contract/office';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { addresses } from '../address.ts';
import officeTexts from '../i18n/es/office.json';
import { doubtText } from '../money/doubt-text.ts';
import { OfficeBar } from '../OfficeBar.tsx';
import { settings } from '../settings.ts';
import { performancesQuery } from './calls.ts';
import { countsBySpan, Filters, filtered, useFilter } from './Filters.tsx';
import { Freshness } from './Freshness.tsx';
import { Count, Takings, Trend } from './PerformanceFacts.tsx';
import { PerformanceList, PerformanceListSkeleton } from './PerformanceList.tsx';
import styles from './Performances.module.css';
import { freeOf, occupancyText, type Sums, sumsOf } from './sums.ts';
import { dateText, timeText } from './when.ts';

/** The page asks this often while it is visible; in the background it does not ask, and coming back asks at once. */
const POLL_MS = 2000;

/** Every performance with its places sold and held and the money taken, updated every two seconds. */
export function PerformancesScreen({ name }: { name: string }) {
  const { t } = useTranslation(officeTexts);
  const { data, isError, isFetching, refetch } = useQuery({ ...performancesQuery, refetchInterval: POLL_MS });
  const [filter, changeFilter] = useFilter();
  const title = useRef<HTMLHeadingElement>(null);
  const found = data ? filtered(data.items, filter, data.countedAt) : null;

  // After log-in the form is gone, so the focus moves to the heading.
  useEffect(() => title.current?.focus(), []);

  return (
    <>
      <title>{`${t('performances')} · ${t('office')} · ${settings.name}`}</title>
      <OfficeBar name={name} skip={t('skip')} />
      <main id="main" className={styles.screen}>
        <div className={styles.heading}>
          <h1 ref={title} tabIndex={-1}>
            {t('performances')}
          </h1>
          {data && <Freshness countedAt={data.countedAt} failed={isError} sold={data.totals.sold} />}
        </div>
        {!data && isError ? (
          <Notice
            kind="error"
            title={t('failed.title')}
            actions={
              <Button kind="secondary" small busy={isFetching} onClick={() => void refetch()}>
                {t('retry')}
              </Button>
            }
          >
            {t('failed.text')}
          </Notice>
        ) : (
          <>
            {data && <DoubtfulPayments payments={data.doubtfulPayments} />}
            <Totals sums={found && sumsOf(found)} />
            <Filters
              filter={filter}
              onChange={changeFilter}
              counts={data ? countsBySpan(data.items, filter.search, data.countedAt) : null}
            />
            {found ? (
              <PerformanceList found={found} filter={filter} onClear={() => changeFilter({ search: '' })} />
            ) : (
              <PerformanceListSkeleton />
            )}
            <p className={styles.found}>
              <a href="/reference/widget">{t('widget')}</a>
            </p>
          </>
        )}
      </main>
    </>
  );
}

/** Payments that no job can settle: what to look up at the provider, by the reference that the provider knows. */
function DoubtfulPayments({ payments }: { payments: readonly DoubtfulPayment[] }) {
  const { t } = useTranslation(officeTexts);
  const { language, timeZone } = settings.locale;
  if (payments.length === 0) return null;
  return (
    <Notice kind="warning" title={t('doubt.title', { count: payments.length })} message="doubtful_payments">
      <p>
        {t(payments.some(({ unlike }) => unlike) ? 'doubt.text.by-hand' : 'doubt.text')} <a href={addresses.money}>{t('money.title')}</a>
      </p>
      <ul className={styles.doubts}>
        {payments.map(({ reference, startedAt, amount, ...doubt }) => (
          <li key={reference}>
            <span className={styles.reference}>{reference}</span> · <Money amount={amount} locale={settings.locale} /> ·{' '}
            {dateText(startedAt, timeZone, language)} {timeText(startedAt, timeZone, language)} · {doubtText(doubt, t)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What the listed performances are together. */
function Totals({ sums }: { sums: Sums | null }) {
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
