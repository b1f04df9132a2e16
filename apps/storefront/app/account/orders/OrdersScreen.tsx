import type { Order } from '@butaca/contract';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { classes } from '@butaca/ui/components/classes.ts';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link, useRevalidator } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import ordersTexts from '../../i18n/es/orders.json';
import { pathTo } from '../../paths.ts';
import { groupOrders } from './group-orders.ts';
import { OrderCard } from './OrderCard.tsx';
import styles from './Orders.module.css';

/** S-17: the customer's orders, performances to come first. Null when they could not be read; `now` in epoch milliseconds. */
export function OrdersScreen({ orders, now }: { orders: readonly Order[] | null; now: number }) {
  const { t } = useTranslation(ordersTexts);
  const { brand } = useFrame();
  const { revalidate, state } = useRevalidator();
  const groups = orders && groupOrders(orders, now);
  return (
    <main id="main" className={styles.orders}>
      <title>{`${t('title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{t('title')}</h1>
      {orders === null && (
        <Notice
          kind="error"
          title={t('failed.title')}
          actions={
            <Button kind="secondary" busy={state === 'loading'} onClick={() => void revalidate()}>
              {t('retry')}
            </Button>
          }
        >
          {t('failed.text')}
        </Notice>
      )}
      {orders?.length === 0 && (
        <div className={styles.empty}>
          <h2>{t('empty.title')}</h2>
          <p>{t('empty.text')}</p>
          <LinkButton as={Link} to={pathTo('cartelera', {})}>
            {t('to-billboard')}
          </LinkButton>
        </div>
      )}
      {groups && <OrderGroup id="ahead" title={t('ahead.title')} orders={groups.ahead} />}
      {groups && <OrderGroup id="over" title={t('over.title')} orders={groups.over} />}
    </main>
  );
}

/** Orders under a title; nothing when there are none. */
function OrderGroup({ id, title, orders }: { id: 'ahead' | 'over'; title: string; orders: readonly Order[] }) {
  if (orders.length === 0) return null;
  return (
    <section className={classes(styles.group, id === 'over' && styles.over)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.list}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} />
        ))}
      </ul>
    </section>
  );
}
