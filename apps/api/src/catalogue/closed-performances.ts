import type { ClosedPerformance } from '@butaca/contract';
import type { Db } from '#db/connect';
import { BoundedCache } from '#http/bounded-cache';
import { linkHash } from './link-hash.ts';
import { localDate } from './local-date.ts';
import type { PresenterSettings } from './presenter-settings.ts';
import { findClosedPerformance } from './queries.ts';
import type { Channel } from './rows.ts';

export interface ClosedPerformances {
  /** A performance that was closed a moment ago; null when it has to be looked up. */
  readonly known: (performanceId: number, channel: Channel) => Promise<ClosedPerformance | null> | ClosedPerformance | null;
  /** Null for one that is open, or that does not exist. */
  readonly find: (performanceId: number, channel: Channel) => Promise<ClosedPerformance | null> | ClosedPerformance | null;
  readonly clear: () => void;
}

const MOST = 500;
/** As long as a public answer. */
const FRESH_MS = 1000;
/** A performance that is opened again where no import says so is closed for so long at most. */
const STALE_FACTOR = 2;

/**
 * Performances that a channel does not sell any more, as their pages name them. A refusal is not kept as an answer is, and at a start all pages that waited
 * for it ask at once: what became of it is read once a second.
 */
export function closedPerformances(db: Db, settings: PresenterSettings, { freshMs = FRESH_MS } = {}): ClosedPerformances {
  const kept = new BoundedCache<ClosedPerformance | null>({ mostEntries: MOST, freshMs, staleMs: freshMs * STALE_FACTOR });
  const keyOf = (id: number, channel: Channel) => `${channel} ${id}`;
  const find = (id: number, channel: Channel) =>
    kept.get(
      keyOf(id, channel),
      () => readClosed(db, id, channel, settings),
      (closed) => closed !== null,
    );
  return { find, known: (id, channel) => (kept.has(keyOf(id, channel)) ? find(id, channel) : null), clear: () => kept.clear() };
}

async function readClosed(
  db: Db,
  performanceId: number,
  channel: Channel,
  { secret, locale }: PresenterSettings,
): Promise<ClosedPerformance | null> {
  const [row] = await findClosedPerformance(db, performanceId, channel);
  if (!row?.reason) return null;
  const { showName, venueName, reason, startsAt, timeZone, listed, showId: id, showSeo: seo } = row;
  const show = listed ? { show: { id, hash: linkHash(secret, 'show', id), seo } } : {};
  return { showName, venueName, reason, date: localDate(startsAt, timeZone, locale), ...show };
}
