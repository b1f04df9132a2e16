import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import frameTexts from '../i18n/es/frame.json';
import { pathTo } from '../paths.ts';
import styles from './Statement.module.css';

interface StatementProps {
  readonly title: string;
  readonly text: string;
  /** Links and buttons besides the one to the billboard. */
  readonly children?: ReactNode;
  readonly mark?: string;
}

/** A page with a single message: not found, not available, out of order. */
export function Statement({ title, text, children, mark }: StatementProps) {
  const { t } = useTranslation(frameTexts);
  return (
    <main id="main" className={styles.statement}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      {mark && (
        <p className={styles.mark} aria-hidden="true">
          {mark}
        </p>
      )}
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.ways}>
        {children}
        <Link to={pathTo('cartelera', {})} className={styles.home}>
          {t('to-billboard')}
        </Link>
      </div>
    </main>
  );
}
