import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { classes } from './classes.ts';
import styles from './Menu.module.css';

export interface MenuProps {
  /** What the button shows. */
  readonly label: ReactNode;
  /** List items, each with a link or a button. */
  readonly children: ReactNode;
  readonly className?: string;
}

/**
 * A button that shows a list of links. The platform's popover opens it before any script runs, closes it with Escape or a
 * press outside, and returns the focus; arrow keys walk the entries on top.
 */
export function Menu({ label, children, className }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !list.current?.matches(':popover-open')) return;
    event.preventDefault();
    const entries = [...list.current.querySelectorAll<HTMLElement>('a, button')];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    entries.at(at === -1 && step === -1 ? -1 : (at + step) % entries.length)?.focus();
  };

  const close = (event: MouseEvent) => list.current?.contains(event.target as Node) && list.current.hidePopover();

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the entries are links and buttons; this only hears of them for the whole menu
    <div className={classes(styles.menu, className)} onKeyDown={walk} onClick={close}>
      <button type="button" className={styles.button} popoverTarget={id}>
        {label}
        <svg className={styles.arrow} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <ul ref={list} id={id} popover="auto" className={styles.list}>
        {children}
      </ul>
    </div>
  );
}
