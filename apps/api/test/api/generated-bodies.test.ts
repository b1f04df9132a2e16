import { afterAll, test } from 'vitest';
import { limit, sizeOf } from '../../../../scripts/test/limits.ts';
import { freshDatabase } from '../database.ts';
import { rowCounter } from '../factories/contents.ts';
import { aWorldOfCalls } from '../factories/every-call.ts';
import { endpointsWithBody, meetGeneratedBodies } from '../factories/generated-bodies.ts';

const { db, close } = await freshDatabase();
const world = await aWorldOfCalls(db);
const rowCounts = await rowCounter(db);
afterAll(async () => {
  await world.close();
  await close();
});

const COUNT = sizeOf({ full: 1000, short: 25 });
const LIMIT_MS = limit(Math.max(120_000, COUNT * 2000));

test.each(endpointsWithBody)(
  '%s answers generated bodies: refusals name the field, nothing is a fault, nothing half done stays',
  (_, endpoint) => meetGeneratedBodies(world, rowCounts, { endpoint, count: COUNT }),
  LIMIT_MS,
);
