import type { ElementType, ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** For ears only. */
export function VisuallyHidden({ as: Element = 'span', children }: { as?: ElementType; children: ReactNode }) {
  return <Element className={styles.hidden}>{children}</Element>;
}

/** The first stop of the Tab key: past the bar, to what the page is about. */
export function SkipLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles.skip} href={href}>
      {children}
    </a>
  );
}
