import type { TextStore } from '@butaca/browser/stored-texts.ts';
import { fetchList, type QueueWorld } from './queue-host.ts';

const KEY = 'butaca.queued';
const COPY_LASTS_MS = 5 * 60_000;

export interface QueuedWorld extends QueueWorld {
  /** Shared by the tabs, for the last good copy of the list. */
  readonly storage: TextStore;
}

/** Performances with a waiting room; null when that is not known. */
export type Queued = ReadonlySet<number> | null;

/** The list as it is now, or without an answer the last good copy, if it is at most 5 minutes old (C-11). */
export async function readQueued(world: QueuedWorld): Promise<Queued> {
  const answer = await fetchList(world);
  if (!answer) return copyIn(world);
  if (Array.isArray(answer.body)) keepCopy(world, answer.body);
  return queuedIn(answer.body);
}

/** An object that is no array has nothing in it; ids count as numbers, also where they are text (GU-004, GU-006). */
function queuedIn(answer: unknown): Queued {
  if (typeof answer !== 'object' || answer === null) return null;
  return new Set(Array.isArray(answer) ? answer.map(Number) : []);
}

interface Copy {
  readonly at: number;
  readonly list: unknown;
}

function keepCopy({ storage, now }: QueuedWorld, list: readonly unknown[]): void {
  try {
    storage.setItem(KEY, JSON.stringify({ at: now(), list } satisfies Copy));
  } catch {
    // Without a copy an outage leads to the billboard at once.
  }
}

function copyIn({ storage, now }: QueuedWorld): Queued {
  try {
    const { at, list } = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<Copy>;
    const age = now() - (at ?? Number.NaN);
    return age >= 0 && age <= COPY_LASTS_MS ? queuedIn(list) : null;
  } catch {
    return null;
  }
}
