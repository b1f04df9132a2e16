import { serverClock } from '@butaca/browser/server-clock.ts';
import type { Purchase } from '@butaca/contract';

/**
 * Until when the server keeps the places of a purchase that is not paid, in epoch ms: its deadline, or its reservation's end where that is later.
 * Undefined for one that has ended, or is being paid.
 */
export function keptUntil({ stage, deadline, reservedUntil }: Purchase): number | undefined {
  if (stage === 'open' && deadline !== undefined) return Math.max(deadline, reservedUntil ?? 0);
  return stage === 'open' || stage === 'reserved' ? reservedUntil : undefined;
}

/** Whether it can be paid now, without going on with its reservation first. */
export const isOpenNow = ({ stage, deadline = 0 }: Purchase): boolean => stage === 'open' && deadline > serverClock.now();
