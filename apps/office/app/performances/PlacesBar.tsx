import { classes } from '@butaca/ui/components/classes.ts';
import styles from './PlacesBar.module.css';
import { freeOf } from './sums.ts';

/** Sold, held and free as parts of one bar, each with its own pattern; the numbers stand beside it. */
export function PlacesBar({ places, held, sold }: { places: number; held: number; sold: number }) {
  const parts = { sold, held, free: freeOf({ places, held, sold }) };
  return (
    <span className={styles.bar} aria-hidden="true">
      {(['sold', 'held', 'free'] as const).map((part) =>
        parts[part] > 0 ? <span key={part} className={classes(styles.part, styles[part])} style={{ flexGrow: parts[part] }} /> : null,
      )}
    </span>
  );
}

/** The pattern of one part, as the key to the bars. */
export const Swatch = ({ part }: { part: 'sold' | 'held' | 'free' }) => (
  <span className={classes(styles.swatch, styles[part])} aria-hidden="true" />
);
