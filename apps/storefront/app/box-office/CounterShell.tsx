import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import styles from './Counter.module.css';

/** A screen of the counter before its answer: the same places, empty. */
export function CounterShell({ label }: { label: string }) {
  return (
    <main id="main" className={styles.counter} aria-busy="true">
      <title>{label}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{label}</h1>
      <div className={styles.waiting} aria-hidden="true">
        <Skeleton height="3rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
      </div>
    </main>
  );
}
