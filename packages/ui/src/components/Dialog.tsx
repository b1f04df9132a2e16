import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Escape, the close button, or a press outside where that is allowed. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly closeLabel: string;
  /** Buttons at the end. */
  readonly actions?: ReactNode;
  /** From the right over the whole height, for menus on phones. */
  readonly side?: boolean;
  /** For pictures: as wide as the screen allows, up to a page's text. */
  readonly wide?: boolean;
  /** A press outside does not close it: an answer is required. */
  readonly insistent?: boolean;
  /** The message key of the title, for checks (C-03). */
  readonly message?: string;
}

/** The platform's modal dialog: it keeps the focus inside and returns it when it closes. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  closeLabel,
  actions,
  side = false,
  wide = false,
  insistent = false,
  message,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);

  // Before it leaves the page: only a dialog that closes gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself; the press is on what lies behind it
    <dialog
      ref={ref}
      className={classes(styles.dialog, side && styles.side, wide && styles.wide)}
      aria-labelledby={titleId}
      onCancel={onCancel}
      onClose={() => open && onClose()}
      onClick={(event) => !insistent && event.target === ref.current && onClose()}
    >
      <div className={styles.sheet}>
        {/* No header and no footer: inside a dialog they would be a second banner and a second end of the page. */}
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title} data-msg={message}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="M6 6l12 12M18 6 6 18" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
            </svg>
          </button>
        </div>
        <div className={styles.body}>{children}</div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </dialog>
  );
}
