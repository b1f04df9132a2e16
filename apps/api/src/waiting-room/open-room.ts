import { randomBytes } from 'node:crypto';
import { Refusal } from '@butaca/contract';
import { commitmentOf } from '@butaca/fair-queue';
import { withLockTimeout } from '#db/lock-timeout';
import { drawRoom } from './draw-room.ts';
import { recordPrices } from './promised-prices.ts';
import { openRoom, type RoomKnobs } from './queries.ts';
import { insertChange } from './queries-organiser.ts';
import type { WaitingRooms } from './rooms.ts';

export interface Opening extends RoomKnobs {
  readonly performanceId: number;
  /** When those who are there are drawn; null: at once, so that people queue in the order of their arrival. */
  readonly startsAt: number | null;
  /** It waits for a crowd instead of opening now. */
  readonly standsBy: boolean;
}

/** What a room is opened with where the organiser says nothing else. */
export const usualKnobs: RoomKnobs = {
  perMinute: 600,
  mostInside: 2000,
  graceSeconds: 600,
  passMinutes: 12,
  mostPlaces: null,
  onePerAccount: false,
  accessibleLane: true,
  demotes: false,
  unreachablePerMinute: 0,
  standbyArrivals: null,
  message: {},
};

/** Opens a room, with a secret of its own for the draw; refused where one is open. `staffId`: who opens it. */
export async function openWaitingRoom(
  rooms: WaitingRooms,
  { startsAt, standsBy, ...opening }: Opening,
  staffId: string | null = null,
): Promise<{ epoch: number }> {
  const { performanceId, ...knobs } = opening;
  const secret = randomBytes(32).toString('hex');
  const isAhead = startsAt !== null && startsAt > rooms.now();
  const opened = await withLockTimeout(rooms.db, async (tx) => {
    const [room] = await openRoom(tx, {
      ...opening,
      phase: standsBy ? 'standby' : isAhead ? 'pre' : 'active',
      startsAtMs: isAhead ? startsAt : null,
      secret,
      commitment: commitmentOf(secret),
    });
    if (!room) throw new Refusal('room_is_open');
    await insertChange(tx, { performanceId, staffId, change: { verb: 'open', after: { ...knobs, ...(isAhead ? { startsAt } : {}) } } });
    return room;
  });
  await recordPrices(rooms.db, performanceId);
  await rooms.store.open({ performanceId, epoch: opened.epoch });
  // Without a start there is nobody to draw: people queue in the order of their arrival, and the first number is given after this.
  if (!isAhead && !standsBy) await drawRoom(rooms, { performanceId, epoch: opened.epoch, secret, demotes: knobs.demotes });
  await rooms.read();
  return opened;
}
