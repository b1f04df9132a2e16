const SECOND_MS = 1000;
/** How long before it an opening is counted down to. */
const NEAR_MS = 60 * 60_000;
/** Timers are late after a sleep: a long wait is looked at again. */
const LOOK_AGAIN_MS = 10 * 60_000;
/** A page has read within this what the opening changes. After that the sale is late. */
const OPENS_WITHIN_MS = 60_000;

export type OpeningPhase = 'far' | 'near' | 'now' | 'late';

export function phaseOf(leftMs: number): OpeningPhase {
  if (leftMs > NEAR_MS) return 'far';
  if (leftMs > 0) return 'near';
  return leftMs > -OPENS_WITHIN_MS ? 'now' : 'late';
}

/** After how long something else is to be said; undefined when it stays. */
export function nextTick(leftMs: number): number | undefined {
  if (leftMs > NEAR_MS) return Math.min(leftMs - NEAR_MS, LOOK_AGAIN_MS);
  if (leftMs > 0) return leftMs % SECOND_MS || SECOND_MS;
  return leftMs > -OPENS_WITHIN_MS ? leftMs + OPENS_WITHIN_MS : undefined;
}

/** `59:03`; a second that has begun counts whole, so that it ends at `00:01`. */
export function timeLeft(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
