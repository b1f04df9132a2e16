import type { ReactNode } from 'react';
import styles from './SkipLink.module.css';

/** The first stop of the Tab key: past the bar, to the main content. */
export function SkipLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={`${styles.skip} screen-only`} href={href}>
      {children}
    </a>
  );
}
