import { type DrawnCounts, seedOf } from '@butaca/fair-queue';
import { type RoomRow, recordDraw } from './queries.ts';
import type { WaitingRooms } from './rooms.ts';

/** A network with more numbers than a household and an office together. */
export const MOST_NUMBERS_OF_NETWORK = 20;

/** Fixes who is drawn, and writes the draw before anybody sees it; the first one stays. */
export async function drawRoom(
  { store, db }: WaitingRooms,
  room: Pick<RoomRow, 'performanceId' | 'epoch' | 'secret' | 'demotes'>,
): Promise<DrawnCounts> {
  const counts = await store.fixDraw(room);
  const crowded = counts.general === 0 ? [] : await store.crowdedNetworks(room, MOST_NUMBERS_OF_NETWORK);
  const suspects = crowded.map(({ network }) => network);
  await recordDraw(db, room, {
    seed: seedOf(room.secret, { ...room, counts }),
    ...counts,
    suspects,
    suspectNumbers: crowded.reduce((sum, { numbers }) => sum + numbers, 0),
    demoted: room.demotes ? suspects : [],
  });
  return counts;
}
