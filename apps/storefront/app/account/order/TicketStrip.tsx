import type { Ticket } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useRef, useState } from 'react';
import orderTexts from '../../i18n/es/order.json';
import styles from './TicketStrip.module.css';

interface TicketStripProps {
  readonly tickets: readonly Ticket[];
  readonly label: string;
  /** `turn` counts from 1. */
  readonly card: (ticket: Ticket, turn: number) => ReactNode;
}

/** Tickets side by side to swipe through on a phone, one below the other on wider screens. */
export function TicketStrip({ tickets, label, card }: TicketStripProps) {
  const { t } = useTranslation(orderTexts);
  const strip = useRef<HTMLUListElement>(null);
  const [turn, setTurn] = useState(1);
  const count = tickets.length;

  const follow = () => {
    const { current } = strip;
    const first = current?.firstElementChild;
    if (!current || !first) return;
    const step = (current.scrollWidth - first.clientWidth) / Math.max(1, count - 1);
    setTurn(Math.min(count, Math.max(1, Math.round(current.scrollLeft / step) + 1)));
  };
  const go = (to: number) => {
    const item = strip.current?.children[to - 1] as HTMLElement | undefined;
    const quiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
    strip.current?.scrollTo({
      left: (item?.offsetLeft ?? 0) - (strip.current.firstElementChild as HTMLElement).offsetLeft,
      behavior: quiet ? 'instant' : 'smooth',
    });
  };

  return (
    <>
      <ul
        ref={strip}
        className={styles.strip}
        aria-label={label}
        onScroll={follow}
        data-several={count > 1 || undefined}
        // It scrolls sideways, and tickets on paper have nothing in it that takes the focus.
        tabIndex={count > 1 ? 0 : undefined}
      >
        {tickets.map((ticket, index) => (
          <li key={ticket.id} className={styles.item}>
            {card(ticket, index + 1)}
          </li>
        ))}
      </ul>
      {count > 1 && (
        <div className={`${styles.steps} screen-only`}>
          <StepButton way="back" label={t('previous')} disabled={turn === 1} onClick={() => go(turn - 1)} />
          <p className={styles.turn} role="status">
            {t('turn', { turn, count })}
          </p>
          <StepButton way="on" label={t('next')} disabled={turn === count} onClick={() => go(turn + 1)} />
        </div>
      )}
    </>
  );
}

interface StepButtonProps {
  readonly way: 'back' | 'on';
  readonly label: string;
  /** With `aria-disabled`, so that the button keeps the focus at the end of the strip. */
  readonly disabled: boolean;
  readonly onClick: () => void;
}

const paths = { back: 'M15 5 8 12l7 7', on: 'm9 5 7 7-7 7' } as const;

export function StepButton({ way, label, disabled, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={paths[way]} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  );
}
