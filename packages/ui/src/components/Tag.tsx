import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Tag.module.css';

/** A word on the state of something: sold out, cancelled, on sale soon. */
export function Tag({ tone = 'plain', children }: { tone?: 'plain' | 'strong' | 'accent' | 'danger'; children: ReactNode }) {
  return <span className={classes(styles.tag, styles[tone])}>{children}</span>;
}
