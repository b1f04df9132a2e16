import type { ClosedPerformance } from '@butaca/contract';
import type { Db } from '#db/connect';
import { BoundedCache } from '#http/bounded-cache';
import { linkHash } from './link-hash.ts';
import { localDate } from './local-date.ts';
import type { PresenterSettings } from './presenter-settings.ts';
import { findClosedPerformance } from './queries.ts';

export interface ClosedPerformances {
  /** A performance that was closed a moment ago; null when it has to be looked up. */
  readonly known: (performanceId: number) => Promise<ClosedPerformance | null> | ClosedPerformance | null;
  /** Null for one that is open, or that does not exist. */
  readonly find: (performanceId: number) => Promise<ClosedPerformance | null> | ClosedPerformance | null;
  readonly clear: () => void;
}

const MOST = 500;
/** As long as a public answer. */
const FRESH_MS = 1000;
/** A performance that is opened again where no import says so is closed for so long at most. */
const STALE_FACTOR = 2;

/**
 * Performances that are not sold any more, as their pages name them. A refusal is not kept as an answer is, and at a start all pages that waited
 * for it ask at once: what became of it is read once a second.
 */
export function closedPerformances(db: Db, settings: PresenterSettings, { freshMs = FRESH_MS } = {}): ClosedPerformances {
  const kept = new BoundedCache<ClosedPerformance | null>({ mostEntries: MOST, freshMs, staleMs: freshMs * STALE_FACTOR });
  const find = (id: number) =>
    kept.get(
      String(id),
      () => readClosed(db, id, settings),
      (closed) => closed !== null,
    );
  return { find, known: (id) => (kept.has(String(id)) ? find(id) : null), clear: () => kept.clear() };
}

async function readClosed(db: Db, performanceId: number, { secret, locale }: PresenterSettings): Promise<ClosedPerformance | null> {
  const [row] = await findClosedPerformance(db, performanceId);
  if (!row?.reason) return null;
  const { showName, venueName, reason, startsAt, timeZone, listed, showId: id, showSeo: seo } = row;
  const show = listed ? { show: { id, hash: linkHash(secret, 'show', id), seo } } : {};
  return { showName, venueName, reason, date: localDate(startsAt, timeZone, locale), ...show };
}
