import { askAgainAfter, type QueueDocument } from '@butaca/fair-queue';
import { gatheredIn, type InLine, type Screen } from './screen.ts';

/** Requests of all who wait are spread over a quarter before and after their time. */
const JITTER = 0.25;
/** At the start everybody asks; so many at most in a second, which one server answers with half a core. */
const START_PER_SECOND = 5000;
const START_SPREAD = { leastMs: 2000, mostMs: 30_000 };
const LONGEST_FAILURE_MS = 120_000;
const SHORTEST_MS = 1000;

/** What the document says about asking. */
type Terms = Pick<QueueDocument, 'phase' | 'startsAt' | 'lanes' | 'askAgain'>;
/** What the screen says about it. */
type Waiting = Pick<InLine, 'kind' | 'wait'> | { readonly kind: Exclude<Screen['kind'], 'in_line'> };

export interface Asking {
  readonly document: Terms | null;
  readonly screen: Waiting;
  /** By the server's clock. */
  readonly now: number;
  /** Calls that failed since the last one that did not. */
  readonly failures: number;
  /** What the last failed call asked for with `Retry-After`. */
  readonly retryAfterMs: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** Milliseconds until the document is asked for again; null where nothing is expected any more. */
export function nextAskMs({ document, screen, now, failures, retryAfterMs, random }: Asking): number | null {
  const spread = 1 - JITTER + 2 * JITTER * random;
  const usual = document === null ? SHORTEST_MS * 2 : usualSeconds(document, screen, now) * 1000;
  if (failures > 0) return Math.max(retryAfterMs, Math.min(LONGEST_FAILURE_MS, usual * 2 ** (failures - 1)) * (0.5 + random));
  if (screen.kind === 'open' || screen.kind === 'left') return null;
  if (document?.phase === 'pre' && document.startsAt !== null && now < document.startsAt) {
    const untilStart = document.startsAt - now;
    return usual * spread < untilStart ? usual * spread : untilStart + random * startSpreadMs(document);
  }
  return Math.max(SHORTEST_MS, usual * spread);
}

function startSpreadMs(document: Terms): number {
  const ms = (gatheredIn(document) / START_PER_SECOND) * 1000;
  return Math.min(START_SPREAD.mostMs, Math.max(START_SPREAD.leastMs, ms));
}

function usualSeconds(document: Terms, screen: Waiting, now: number): number {
  switch (screen.kind) {
    case 'in_line':
      return askAgainAfter(document, screen.wait?.atMost ?? null);
    case 'before_draw':
      // The start may be a few seconds late: the server draws when its own clock says so.
      return askAgainAfter(document, document.startsAt !== null && now >= document.startsAt ? 0 : null);
    default:
      return askAgainAfter(document, null);
  }
}

/** A tab that does not ask takes over when the one that does has been silent for so much longer than it should. */
export const silentFor = (nextMs: number): number => nextMs * 2.5 + 3000;
