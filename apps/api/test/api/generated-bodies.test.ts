import { afterAll, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aWorldOfCalls } from '../factories/every-call.ts';
import { endpointsWithBody, meetGeneratedBodies } from '../factories/generated-bodies.ts';

const { db, close } = await freshDatabase();
const world = await aWorldOfCalls(db);
afterAll(async () => {
  await world.close();
  await close();
});

/** `many-generated-bodies.ts` sends several hundred to each. */
const COUNT = 25;

test.each(endpointsWithBody)(
  '%s answers generated bodies: refusals name the field, nothing is a fault, nothing half done stays',
  (_, endpoint) => meetGeneratedBodies(db, world, { endpoint, count: COUNT }),
);
