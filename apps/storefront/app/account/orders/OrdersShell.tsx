import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { AccountPage } from '../AccountPage.tsx';
import styles from './Orders.module.css';

/** Skeleton of a list of orders or bookings. */
export function OrdersShell({ title, loading }: { title: string; loading: string }) {
  return (
    <AccountPage title={title} busy>
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <div className={styles.list} aria-hidden="true">
        {[1, 2].map((each) => (
          <div key={each} className={styles.order}>
            <Skeleton width="6rem" height="9rem" />
            <div className={styles.facts}>
              <Skeleton width="min(6rem, 100%)" height="1.5rem" />
              <Skeleton width="min(14rem, 100%)" height="1.75rem" />
              <Skeleton width="min(10rem, 100%)" height="1.25rem" />
            </div>
          </div>
        ))}
      </div>
    </AccountPage>
  );
}
