import styles from './TicketStrip.module.css';

interface StepButtonProps {
  readonly way: 'back' | 'on';
  readonly label: string;
  /** It keeps the focus and does nothing: the end is no reason to lose one's place. */
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
