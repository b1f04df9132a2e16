import type { ReactNode } from 'react';
import { useFrame } from '../frame/use-frame.ts';
import styles from './AccountPage.module.css';

interface AccountPageProps {
  readonly title: string;
  /** What is shown is not there yet. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A page of the account beside the navigation between all of them: its title and what it is about. */
export function AccountPage({ title, busy = false, children }: AccountPageProps) {
  const { brand } = useFrame();
  return (
    <div className={styles.page} aria-busy={busy || undefined}>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}
