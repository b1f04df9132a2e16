import type { Db } from '#db/connect';
import { forgetAccounts, forgetNetworks, forgetPasses } from './queries.ts';

/** How long hashes of those who waited are kept after their room was closed (docs/privacy.md). */
const ROOM_DAYS = 30;

/** The worker's periodic tasks. */
export const waitingRoomTasks = (db: Db) => ({
  'forget-waiting-rooms': async () => {
    await forgetAccounts(db, ROOM_DAYS);
    await forgetPasses(db, ROOM_DAYS);
    await forgetNetworks(db, ROOM_DAYS);
  },
});
