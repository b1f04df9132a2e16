import { loadBrand } from '@butaca/brand/load';
import type { Db } from '../apps/api/src/db/connect.ts';
import { openWaitingRoom, postgresStore, usualKnobs, WaitingRooms } from '../apps/api/src/waiting-room/index.ts';
import { createWatch } from '../apps/api/src/watch/watch.ts';
import type { Demo } from './demo.ts';
import { findWithoutRoom, ofDemo } from './queries.ts';

/** A room for the first performance of each show that has one, drawn at the moment when its tickets come; none for one that is on sale. */
export async function openRooms(db: Db, demo: Demo, log: (line: string) => void): Promise<void> {
  const withRoom = Object.entries(demo.runs).flatMap(([slug, { hasRoom = false }]) => (hasRoom ? [slug] : []));
  const waiting = await findWithoutRoom(db, { ...ofDemo(demo), shows: withRoom });
  if (waiting.length === 0) return;
  const { locale } = (await loadBrand(demo.brand)).brand;
  // Only opened here: whoever serves signs with the secret of the deployment.
  const watch = createWatch({ process: 'demo', level: 'silent', secret: 'demo' });
  const rooms = new WaitingRooms({ db, store: postgresStore(db), secret: 'demo', watch, dateLanguage: locale.language });
  for (const { performanceId, onSaleAtMs } of waiting)
    await openWaitingRoom(rooms, { ...usualKnobs, performanceId, startsAt: onSaleAtMs, standsBy: false });
  log(`${waiting.length} ${waiting.length === 1 ? 'waiting room' : 'waiting rooms'}`);
}
