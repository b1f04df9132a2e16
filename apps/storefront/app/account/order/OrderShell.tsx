import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import styles from './Order.module.css';
import ticket from './Ticket.module.css';

/** The order's page before its answer. */
export function OrderShell({ title, loading }: { title: string; loading: string }) {
  return (
    <main id="main" className={styles.order} aria-busy="true">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.head}>
        <p className={styles.back}>&nbsp;</p>
        <Skeleton className={styles.poster ?? ''} height="auto" />
        <div className={styles.about}>
          <h1 className="visually-hidden">{title}</h1>
          <p className="visually-hidden" role="status">
            {loading}
          </p>
          <Skeleton width="5rem" height="1.5rem" />
          <Skeleton width="min(18rem, 100%)" height="2.75rem" />
          <Skeleton width="14rem" height="1.25rem" />
          <Skeleton width="10rem" height="1.25rem" />
        </div>
      </header>
      <div className={styles.tickets} aria-hidden="true">
        <div className={ticket.ticket}>
          <div className={ticket.body}>
            <Skeleton width="5rem" height="1.25rem" />
            <Skeleton width="min(12rem, 100%)" height="7rem" />
            <Skeleton width="min(14rem, 100%)" height="2.5rem" />
          </div>
          <div className={ticket.stub}>
            <Skeleton className={ticket.qr ?? ''} height="auto" />
          </div>
        </div>
      </div>
    </main>
  );
}
