import { pathTo, queryNames } from '../paths.ts';
import { type QueueWorld, requestTurn } from './queue-host.ts';
import { type QueuedWorld, readQueued } from './queued.ts';
import type { Turns } from './turns.ts';

export interface TurnWorld extends QueuedWorld {
  readonly turns: Turns;
}

interface WayInWorld extends TurnWorld {
  /** Whether this browser's open purchase has places of the performance: it may change them without another turn. */
  readonly isBuying: (performanceId: number) => boolean;
}

/** Into the page of the performance, to its waiting page, or to the billboard because neither is known to be right. */
export type WayIn = 'enter' | 'wait' | 'billboard';

/** The queue guard (GU-003..GU-011). A queue that was passed is not asked again while the turn holds (EN-052). */
export async function wayInto(world: WayInWorld, performanceId: number): Promise<WayIn> {
  if (world.turns.holds(performanceId) || world.isBuying(performanceId)) return 'enter';
  const queued = await readQueued(world);
  if (!queued) return 'billboard';
  return queued.has(performanceId) ? askForTurn(world, performanceId) : 'enter';
}

/** Asks the queue host for the turn, and keeps it. An empty address means waiting; any other one is not gone to (GU-007, GU-008). */
export async function askForTurn(world: TurnWorld, performanceId: number): Promise<WayIn> {
  const turn = await requestTurn(world, performanceId);
  if (!turn) return 'billboard';
  if (turn.redirectUrl === '') return 'wait';
  world.turns.keep(performanceId, turn);
  return 'enter';
}

/** Where to wait: our own page, which leads back to `next`, or that of the brand. */
export function waitingPage({ waitingRoom }: QueueWorld['settings'], performanceId: number, next: string): string {
  if (waitingRoom.page === '') return pathTo('waitingRoom', {}, { queue: performanceId, next });
  const page = new URL(waitingRoom.page);
  page.searchParams.set(queryNames.queue, String(performanceId));
  return page.href;
}
