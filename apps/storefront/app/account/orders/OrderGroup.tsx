import type { Order } from '@butaca/contract';
import { classes } from '@butaca/ui/components/classes.ts';
import { OrderCard } from './OrderCard.tsx';
import styles from './Orders.module.css';

/** Orders under a title; nothing when there are none. */
export function OrderGroup({ id, title, orders }: { id: 'ahead' | 'over'; title: string; orders: readonly Order[] }) {
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
