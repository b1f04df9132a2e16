import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import styles from './Orders.module.css';

/** "Mis compras" before its answer. */
export function OrdersShell({ title, loading }: { title: string; loading: string }) {
  return (
    <main id="main" className={styles.orders} aria-busy="true">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{title}</h1>
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <div className={styles.list} aria-hidden="true">
        {[1, 2].map((each) => (
          <div key={each} className={styles.order}>
            <Skeleton width="6rem" height="9rem" />
            <div className={styles.facts}>
              <Skeleton width="6rem" height="1.5rem" />
              <Skeleton width="14rem" height="1.75rem" />
              <Skeleton width="10rem" height="1.25rem" />
            </div>
          </div>
        ))}
      </div>
    </main>
  );
}
