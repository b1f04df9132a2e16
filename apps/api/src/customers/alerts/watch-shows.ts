import type { Db } from '#db/connect';
import { enqueueAll } from '#db/enqueue';
import { findWatchedShows, readNews, takeAlertsToTell, watchShow } from './queries-alerts.ts';

/** Places that come back and are gone again within this are told of once. */
const QUIET_HOURS = 24;

/** The worker's job of every minute that tells who waits for a show. */
export const alertTasks = (db: Db) => ({
  'watch-shows': async () => {
    await watchShows(db);
  },
});

/** Looks at every show that somebody waits for; answers how many mails are on their way. A show and its mails are one transaction. */
export async function watchShows(db: Db): Promise<number> {
  let mails = 0;
  for (const showId of await findWatchedShows(db)) {
    mails += await db.begin(async (tx) => {
      await watchShow(tx, showId);
      const news = await readNews(tx, showId);
      if (news === null) return 0;
      const alerts = await takeAlertsToTell(tx, showId, { news, quietHours: QUIET_HOURS });
      await enqueueAll(
        tx,
        'tell-of-show',
        alerts.map((alertId) => ({ alertId, news })),
      );
      return alerts.length;
    });
  }
  return mails;
}
