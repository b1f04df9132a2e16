import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { countStock } from '../../src/sale/queries-stock.ts';
import { freshDatabase } from '../database.ts';
import { aLevel } from '../factories/catalogue.ts';
import { haveSales } from '../factories/purchase.ts';

const { db, owner, close } = await freshDatabase();
afterAll(close);
/** Stalls of 30 and a gallery of 20; the second night sells its stalls alone. */
const [both, stalls] = await haveSales(db, [
  { rows: 3, gallery: 2 },
  { rows: 3, gallery: 2, levels: [aLevel()] },
]);
const PLACES = 50;

const states = ['missing', 'free', 'held', 'expired', 'sold', 'blocked'] as const;
const hall = fc.array(fc.constantFrom(...states), { minLength: PLACES, maxLength: PLACES });

async function have(performanceId: number, hallOf: readonly (typeof states)[number][]) {
  await owner`delete from place where performance_id = ${performanceId}`;
  const rows = hallOf.flatMap((state, placeId) => (state === 'missing' ? [] : [{ placeId, state }]));
  await owner`
    insert into place (performance_id, place_id, state, held_until)
    select ${performanceId}, "placeId", case when state = 'expired' then 'held' else state end,
           case state when 'held' then clock_timestamp() + interval '1 hour' when 'expired' then clock_timestamp() - interval '1 second' end
      from jsonb_to_recordset(${owner.json(rows)}) as given ("placeId" integer, state text)`;
}

test('what is left is the capacity less what is taken, whichever places have a row', { timeout: limit(60_000) }, async () => {
  const of = (hallOf: readonly string[], some: readonly string[]) => hallOf.filter((state) => some.includes(state)).length;
  await fc.assert(
    fc.asyncProperty(hall, hall, async (first, second) => {
      await have(both.performanceId, first);
      await have(stalls.performanceId, second);
      for (const [{ performanceId }, sellable] of [
        [both, first],
        [stalls, second.slice(0, 30)],
      ] as const)
        expect(await countStock(db, performanceId)).toEqual({
          places: sellable.length,
          free: of(sellable, ['missing', 'free', 'expired']),
          held: of(sellable, ['held']),
        });
    }),
    { numRuns: 40 },
  );
  await have(
    both.performanceId,
    Array.from({ length: PLACES }, () => 'missing'),
  );
  expect(await countStock(db, both.performanceId)).toEqual({ places: PLACES, free: PLACES, held: 0 });
});
