import type { FailureFacts } from '@butaca/contract';
import { inBrowser } from './in-browser.ts';
import { askForTurn, type TurnWorld, waitingPage } from './way-in.ts';

interface AskAgainWorld extends TurnWorld {
  /** The page that is open, with its query. */
  readonly address: string;
  /** Leaves for another document. */
  readonly go: (address: string) => void;
}

/**
 * After a call that was refused for want of a turn: asks for it once more, since a pass may only have to be bound to the account that
 * logged in meanwhile. True when the call is worth repeating; where the buyer has to wait, leaves for the waiting page.
 */
export async function askAgain(
  { performanceId, obstacle }: FailureFacts['turn_needed'],
  world: AskAgainWorld = { ...inBrowser(), address: `${location.pathname}${location.search}`, go: (address) => location.assign(address) },
): Promise<boolean> {
  // Another turn would be of the same lane.
  if (obstacle === 'accessible_only') return false;
  world.turns.forget(performanceId);
  if (!world.settings.waitingRoom.enabled) return false;
  const way = await askForTurn(world, performanceId);
  if (way === 'wait') world.go(waitingPage(world.settings, performanceId, world.address));
  return way === 'enter';
}
