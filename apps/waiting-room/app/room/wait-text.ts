import type { WaitRange } from '@butaca/fair-queue';
import type { Say } from './texts.ts';

const HOUR_MINUTES = 60;

/** A range that nobody is promised too much by. */
export function waitText(wait: WaitRange | null, t: Say): string {
  if (wait === null) return t('wait.unknown');
  const { atLeast, atMost } = wait;
  if (atMost === null) return atLeast >= HOUR_MINUTES ? t('wait.hour') : t('wait.over', { from: atLeast });
  if (atMost <= 1) return t('wait.minute');
  return atLeast === 0 ? t('wait.under', { to: atMost }) : t('wait.between', { from: atLeast, to: atMost });
}
