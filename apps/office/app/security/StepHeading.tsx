import { useEffect, useRef } from 'react';
import styles from './Security.module.css';

/** The heading of a step, which gets the focus when the step begins. */
export function StepHeading({ children, lead }: { children: string; lead: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div>
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        {children}
      </h1>
      <p className={styles.lead}>{lead}</p>
    </div>
  );
}
