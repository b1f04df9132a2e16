import { classes } from './classes.ts';
import styles from './Skeleton.module.css';

/** Holds the place of what is loading; sizes as CSS lengths. Say "loading" once around all of them. */
export function Skeleton({ width = '100%', height = '1em', className }: { width?: string; height?: string; className?: string }) {
  return <span className={classes(styles.skeleton, className)} style={{ width, height }} aria-hidden="true" />;
}
