import { classes } from '@butaca/ui/components/classes.ts';
import { useRef } from 'react';
import { settings } from '../settings.ts';
import styles from './Count.module.css';

const format = new Intl.NumberFormat(settings.locale.language, { useGrouping: 'always' });

/** A number that may change while it is looked at: it glows for a moment and keeps its place. */
export function Count({ value, children = format.format(value) }: { value: number; children?: React.ReactNode }) {
  const first = useRef(value);
  return (
    <span key={value} className={classes(styles.count, value === 0 && styles.none, value !== first.current && styles.changed)}>
      {children}
    </span>
  );
}
