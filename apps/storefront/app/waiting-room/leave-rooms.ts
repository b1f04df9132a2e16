import { inBrowser } from './in-browser.ts';
import { leaveRoom } from './queue-host.ts';
import type { TurnWorld } from './way-in.ts';

/** After a purchase: gives up the turn of each of its performances that had a queue, once (C-11). */
export function leaveRooms(performanceIds: readonly number[], world: TurnWorld = inBrowser()): void {
  for (const id of performanceIds) {
    if (world.turns.forget(id) && world.settings.waitingRoom.enabled) leaveRoom(world, id);
  }
}
