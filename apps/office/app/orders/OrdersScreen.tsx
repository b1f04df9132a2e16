import type { OfficeOrder, OfficeOrderSummary } from '@butaca/contract/office-orders';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { addresses, goTo, ORDER_IN_QUERY, orderQuery, useQueryOfAddress } from '../address.ts';
import officeTexts from '../i18n/es/office.json';
import { OfficeBar } from '../OfficeBar.tsx';
import { SearchForm } from '../SearchForm.tsx';
import { settings } from '../settings.ts';
import { readOrder, searchOrders } from './calls.ts';
import { momentText, performanceText } from './moment.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderState } from './OrderState.tsx';
import styles from './Orders.module.css';

const POLL_MS = 5000;

/** Finds an order by what a person on the phone has at hand, and does with it what they need. */
export function OrdersScreen({ name }: { name: string }) {
  const { t } = useTranslation(officeTexts);
  const orderId = useQueryOfAddress(ORDER_IN_QUERY);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => title.current?.focus(), []);

  return (
    <>
      <title>{`${t('orders.title')} · ${t('office')} · ${settings.name}`}</title>
      <OfficeBar name={name} skip={t('skip.orders')} />
      <main id="main" className={styles.screen}>
        <h1 ref={title} tabIndex={-1} className={styles.title}>
          {t('orders.title')}
        </h1>
        <Search />
        {orderId && <ShownOrder key={orderId} orderId={orderId} />}
      </main>
    </>
  );
}

function Search() {
  const { t } = useTranslation(officeTexts);
  const [search, setSearch] = useState('');
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['orders', search],
    queryFn: ({ signal }) => searchOrders(search, signal),
    enabled: search !== '',
  });

  const find = (wanted: string) => {
    setSearch(wanted);
    if (wanted !== '' && wanted === search) void refetch();
  };

  return (
    <>
      <SearchForm
        label={t('orders.search')}
        hint={t('orders.search.hint')}
        maxLength={100}
        busy={isFetching}
        onSearch={find}
        onMistyped={() => setSearch('')}
      />
      <div aria-live="polite">
        {isError && <Notice kind="error">{t('orders.problem.no_answer')}</Notice>}
        {data?.length === 0 && <p className={styles.soft}>{t('orders.none', { search })}</p>}
        {data && data.length > 0 && (
          <ul className={styles.found} aria-label={t('orders.found', { count: data.length })}>
            {data.map((order) => (
              <FoundOrder key={order.id} order={order} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function FoundOrder({
  order: { id, number, showNames, sold, buyerName, buyerEmail, state, total, paidAt },
}: {
  order: OfficeOrderSummary;
}) {
  const here = useQueryOfAddress(ORDER_IN_QUERY) === id;
  const query = orderQuery(id);
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(addresses.orders, { query });
  };
  return (
    <li>
      <a className={styles.result} href={`${addresses.orders}${query}`} aria-current={here ? 'true' : undefined} onClick={follow}>
        <span className={styles.resultMain}>
          <strong>{(sold.length > 0 ? sold.map(performanceText) : showNames).join(' · ') || id}</strong>
          <span className={styles.soft}>{[number, buyerName, buyerEmail].filter(Boolean).join(' · ')}</span>
        </span>
        <span className={styles.resultEnd}>
          <OrderState state={state} total={total} />
          <span className={styles.soft}>
            <Money amount={total} locale={settings.locale} />
            {paidAt !== undefined && ` · ${momentText(paidAt)}`}
          </span>
        </span>
      </a>
    </li>
  );
}

/** What the tax office, a payment's provider or a mail server answers arrives by itself. */
const isAwaited = ({ bills, payments, undelivered }: OfficeOrder): boolean =>
  bills.some(({ state }) => state === 'pending') ||
  payments.some(({ inDoubt }) => inDoubt) ||
  undelivered.some(({ ending }) => ending === undefined);

function ShownOrder({ orderId }: { orderId: string }) {
  const { t } = useTranslation(officeTexts);
  const { data, isError, error, isFetching, refetch } = useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => readOrder(orderId, signal),
    refetchInterval: ({ state: { data: order } }) => (order && isAwaited(order) ? POLL_MS : false),
  });
  if (data) return <OrderDetail order={data} />;
  if (!isError)
    return (
      <div className={styles.waiting} aria-busy="true">
        <Skeleton width="60%" height="2rem" />
        <Skeleton width="100%" height="10rem" />
      </div>
    );
  const isMissing = error.message === 'not_found' || error.message === 'malformed_address' || error.message === 'invalid_input';
  return (
    <Notice
      kind="error"
      actions={
        !isMissing && (
          <Button kind="secondary" small busy={isFetching} onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        )
      }
    >
      {t(isMissing ? 'orders.problem.not_found' : 'orders.problem.no_answer')}
    </Notice>
  );
}
