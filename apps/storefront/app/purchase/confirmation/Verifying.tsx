import styles from './Confirmation.module.css';

/** PO-001. */
export function Verifying({ title, text }: { title: string; text: string }) {
  return (
    <main id="main" className={styles.confirmation} aria-busy="true">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.progress} aria-hidden="true" />
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.text} role="status">
        {text}
      </p>
    </main>
  );
}
