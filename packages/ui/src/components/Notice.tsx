import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Notice.module.css';

export interface NoticeProps {
  readonly kind?: 'info' | 'success' | 'warning' | 'error';
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons or links below. */
  readonly actions?: ReactNode;
  /** The message key, for checks (C-03). */
  readonly message?: string;
}

const signs = { info: 'i', success: '✓', warning: '!', error: '!' } as const;

/** A message in the page; an error is announced at once (`alert`), others politely (`status`). */
export function Notice({ kind = 'info', title, children, actions, message }: NoticeProps) {
  return (
    <div className={classes(styles.notice, styles[kind])} role={kind === 'error' ? 'alert' : 'status'} data-msg={message}>
      <span className={styles.sign} aria-hidden="true">
        {signs[kind]}
      </span>
      <div className={styles.text}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </div>
  );
}
