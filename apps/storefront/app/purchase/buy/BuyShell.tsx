import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import styles from './Buy.module.css';

/** The buy screen's skeleton, in the same layout. */
export function BuyShell({ label }: { label: string }) {
  return (
    <main id="main" className={styles.buy} aria-busy="true">
      <title>{label}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{label}</h1>
      <div className={styles.summary} aria-hidden="true">
        <Skeleton height="1.5rem" width="min(9rem, 100%)" />
        <Skeleton height="5.5rem" />
        <Skeleton height="6rem" />
        <Skeleton height="7rem" />
      </div>
      <div className={styles.form} aria-hidden="true">
        <Skeleton height="2rem" width="min(12rem, 100%)" />
        <Skeleton height="7rem" />
        <Skeleton height="2rem" width="min(12rem, 100%)" />
        <Skeleton height="20rem" />
      </div>
    </main>
  );
}
