import styles from './OutcomeMark.module.css';

const signs = { success: '✓', info: '…', warning: '!', error: '×' } as const;
type OutcomeTone = keyof typeof signs;

/** A sign for how something ended; the text beside it says it in words. */
export function OutcomeMark({ tone }: { tone: OutcomeTone }) {
  return (
    <p className={styles.mark} data-tone={tone} aria-hidden="true">
      {signs[tone]}
    </p>
  );
}
