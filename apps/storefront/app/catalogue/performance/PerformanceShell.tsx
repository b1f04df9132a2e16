import styles from './PerformanceScreen.module.css';

/** The performance page before its answer: the same places, empty. */
export function PerformanceShell({ label }: { label: string }) {
  return (
    <main id="main" className={styles.performance} aria-busy="true">
      <title>{label}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1} className="visually-hidden">
        {label}
      </h1>
      <div className={styles.banner} aria-hidden="true">
        <div className={`${styles.image} ${styles.waiting}`} />
        <div className={`${styles.waiting} ${styles.waitingTitle}`} />
      </div>
      <div className={`${styles.waiting} ${styles.waitingTable}`} aria-hidden="true" />
    </main>
  );
}
