import type { Db } from '../apps/api/src/db/connect.ts';
import { readStartConfig, StartProblem } from './config.ts';
import { withDatabase } from './database.ts';
import { sentenceOf } from './terminal.ts';

const USAGE = 'npm run do -- pass-time MINUTES, a whole number from 1 to 60';

/** For demonstrations: what takes a buyer twelve minutes of waiting happens now. */
try {
  const minutes = Number(process.argv[2]);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 60) throw new StartProblem(USAGE);
  if (readStartConfig().production) throw new StartProblem('NODE_ENV: time passes by itself in production');
  const aged = await withDatabase('pass-time', (db) => ageOpenPurchases(db, minutes));
  console.log(`${minutes} minutes have passed for ${aged === 1 ? 'one open purchase' : `${aged} open purchases`}`);
} catch (error) {
  console.error(sentenceOf(error, 'no time has passed'));
  process.exitCode = 1;
}

/** Makes purchases that are open as many minutes older, with what they hold; answers how many they are. */
function ageOpenPurchases(db: Db, minutes: number): Promise<number> {
  return db.begin(async (tx) => {
    const by = tx`make_interval(mins => ${minutes})`;
    const aged = await tx<{ id: string }[]>`
      update purchase set started_at = started_at - ${by}, deadline = deadline - ${by} where stage = 'open' returning id`;
    const ids = aged.map(({ id }) => id);
    const holds = await tx<{ performanceId: number; purchaseId: string; placeIds: number[] }[]>`
      update hold set held_until = held_until - ${by} where purchase_id = any (${ids}::text[]) and state = 'held'
      returning performance_id as "performanceId", purchase_id as "purchaseId", place_ids as "placeIds"`;
    for (const { performanceId, purchaseId, placeIds } of holds)
      await tx`
        update place set held_until = held_until - ${by}
         where performance_id = ${performanceId} and place_id = any (${placeIds}::integer[]) and purchase_id = ${purchaseId}`;
    return aged.length;
  });
}
