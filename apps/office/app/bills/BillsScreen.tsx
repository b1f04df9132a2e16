import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import officeTexts from '../i18n/es/office.json';
import { OrderLink } from '../orders/OrderLink.tsx';
import orderStyles from '../orders/Orders.module.css';
import { QueryScreen } from '../QueryScreen.tsx';
import { settings } from '../settings.ts';
import { ageOf } from './age.ts';
import { BillLine } from './BillLine.tsx';
import styles from './Bills.module.css';
import { type BillList, type ListedBill, readBills } from './calls.ts';
import { RetryBill } from './RetryBill.tsx';

const POLL_MS = 15_000;
/** What the server lists at most. */
const MOST = 200;

/** Bills that the tax office has refused, and those that it has not answered for long. */
export function BillsScreen({ name }: { name: string }) {
  const query = useQuery({
    queryKey: ['bills'],
    queryFn: ({ signal }) => readBills(signal),
    refetchInterval: POLL_MS,
  });
  return (
    <QueryScreen name={name} screen="bills" query={query}>
      {(bills) => <Lists bills={bills} now={query.dataUpdatedAt} />}
    </QueryScreen>
  );
}

function Lists({ bills: { items, waiting, refused }, now }: { bills: BillList; now: number }) {
  const { t } = useTranslation(officeTexts);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<ListedBill | null>(null);
  const [done, setDone] = useState(false);
  const status = useRef<HTMLDivElement>(null);
  const finish = () => {
    setAsked(null);
    setDone(true);
    void queries.invalidateQueries({ queryKey: ['bills'] });
    if (asked) void queries.invalidateQueries({ queryKey: ['order', asked.orderId] });
    // The line that was pressed goes away.
    status.current?.focus();
  };
  const list = { now, onRetry: setAsked };
  return (
    <>
      <dl className={styles.counts}>
        <Count name={t('bills.count.refused')} value={refused} note={t('bills.count.refused.hint')} isTrouble={refused > 0} />
        <Count name={t('bills.count.waiting')} value={waiting} note={t('bills.count.waiting.hint')} />
      </dl>
      <div ref={status} tabIndex={-1} aria-live="polite" className={orderStyles.live}>
        {done && <Notice kind="success">{t('orders.done.bill_again')}</Notice>}
      </div>
      {items.length === 0 && <p className={styles.none}>{t('bills.none')}</p>}
      <Section title={t('bills.refused.title')} items={items.filter(({ bill }) => bill.state === 'refused')} {...list} />
      <Section title={t('bills.waiting.title')} items={items.filter(({ bill }) => bill.state !== 'refused')} {...list} />
      {items.length >= MOST && <p className={orderStyles.soft}>{t('bills.most', { count: MOST })}</p>}
      {asked && <RetryBill orderId={asked.orderId} bill={asked.bill} onDone={finish} onClose={() => setAsked(null)} />}
    </>
  );
}

function Count({ name, value, note, isTrouble = false }: { name: string; value: number; note: string; isTrouble?: boolean }) {
  return (
    <div data-trouble={isTrouble || undefined}>
      <dt>{name}</dt>
      <dd className={styles.count}>{value.toLocaleString(settings.locale.language)}</dd>
      <dd className={orderStyles.soft}>{note}</dd>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly items: readonly ListedBill[];
  readonly now: number;
  readonly onRetry: (item: ListedBill) => void;
}

function Section({ title, items, now, onRetry }: SectionProps) {
  const { t } = useTranslation(officeTexts);
  if (items.length === 0) return null;
  return (
    <section className={orderStyles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={orderStyles.lines}>
        {items.map((item) => {
          const { unit, count } = ageOf(now - item.bill.requestedAt);
          return (
            <BillLine
              key={item.bill.id}
              orderId={item.orderId}
              bill={item.bill}
              onRetry={() => onRetry(item)}
              about={
                <span className={styles.about}>
                  <OrderLink orderId={item.orderId} orderNumber={item.orderNumber} />
                  <span>{t('bills.since', { age: t(`bills.age.${unit}`, { count }) })}</span>
                </span>
              }
            />
          );
        })}
      </ul>
    </section>
  );
}
