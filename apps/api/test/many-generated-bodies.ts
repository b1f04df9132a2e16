import { afterAll, test } from 'vitest';
import { sizeOf } from './config.ts';
import { freshDatabase } from './database.ts';
import { aWorldOfCalls } from './factories/every-call.ts';
import { endpointsWithBody, meetGeneratedBodies } from './factories/generated-bodies.ts';

/** `api/generated-bodies.test.ts` sends a sample of them. */
const COUNT = sizeOf({ full: 1000, short: 300 });

/** Tests every second call that has a body: two files, so that two workers share them. */
export async function meetManyBodies(half: 0 | 1) {
  const { db, close } = await freshDatabase();
  const world = await aWorldOfCalls(db);
  afterAll(async () => {
    await world.close();
    await close();
  });
  test.each(endpointsWithBody.filter((_, index) => index % 2 === half))(
    '%s answers generated bodies: refusals name the field, nothing is a fault, nothing half done stays',
    (_, endpoint) => meetGeneratedBodies(db, world, { endpoint, count: COUNT }),
  );
}
