import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { cancelPurchase, releasePlaces, setPlaces, sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { claimingProcess, LIMITS } from '../factories/claims.ts';
import { haveCustomer, haveSale } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const { performanceId, priceTypeId } = await haveSale(db);
const limits = { ...LIMITS, mostPlaces: 6, mostPurchases: 1000 };
const people = await Promise.all([haveCustomer(db), haveCustomer(db), haveCustomer(db)]);
afterAll(close);

const PLACES = 12;
const place = fc.integer({ min: 0, max: PLACES - 1 });
const places = fc.uniqueArray(place, { minLength: 1, maxLength: 4 });
const person = fc.integer({ min: 0, max: 2 });
/** The purchase meant: one of those that were started so far. */
const which = fc.nat(20);

const step = fc.oneof(
  fc.record({ do: fc.constant('take' as const), person, places }),
  fc.record({ do: fc.constant('more' as const), which, places }),
  fc.record({ do: fc.constant('set' as const), which, places: fc.uniqueArray(place, { maxLength: 4 }) }),
  fc.record({ do: fc.constant('release' as const), which }),
  fc.record({ do: fc.constant('cancel' as const), which }),
  fc.record({ do: fc.constant('expire' as const), which }),
  fc.record({ do: fc.constant('pay' as const), which }),
  fc.record({ do: fc.constant('sweep' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Known {
  readonly id: string;
  readonly customerId: string;
  stage: 'open' | 'expired' | 'cancelled' | 'paid';
}

/** What should be, kept as naively as can be: who has which place. */
class Oracle {
  readonly owners = new Map<number, string>();
  readonly sold = new Set<number>();

  ownedBy = (id: string) => [...this.owners].filter(([, owner]) => owner === id).map(([taken]) => taken);
  free = (wanted: readonly number[], id: string) => wanted.every((one) => !this.owners.has(one) || this.owners.get(one) === id);
  give = (wanted: readonly number[], id: string) => {
    for (const one of wanted) this.owners.set(one, id);
  };
  drop = (id: string) => {
    for (const one of this.ownedBy(id)) if (!this.sold.has(one)) this.owners.delete(one);
  };
}

const lapse = (id: string) => db`
  with late as (update purchase set deadline = now() - interval '1 minute' where id = ${id} and stage = 'open' returning id),
       holds as (update hold set held_until = now() - interval '55 seconds' from late where purchase_id = late.id)
  update place set held_until = now() - interval '55 seconds' from late where purchase_id = late.id`;

const pay = async (id: string) => {
  await db`update purchase set stage = 'paying', total = 0 where id = ${id}`;
  await db`
    with paid as (update purchase set stage = 'paid', ended_at = now() where id = ${id} returning id),
         sold as (update hold set state = 'sold' from paid where purchase_id = paid.id)
    update place set state = 'sold', held_until = null from paid where purchase_id = paid.id`;
};

let keys = 0;

test('claims, changes, expiry, payment and sweeping agree with a naive oracle, whatever their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await db`delete from hold`;
      await db`delete from purchase`;
      await db`update place set state = 'free', purchase_id = null, held_until = null where state <> 'free'`;
      const sale = claimingProcess(db, limits);
      const oracle = new Oracle();
      const purchases: Known[] = [];
      for (const one of steps) await follow(one, { sale, oracle, purchases });

      const rows = await db<{ placeId: number; state: string; purchaseId: string | null; lapsed: boolean | null }[]>`
        select place_id as "placeId", state, purchase_id as "purchaseId", held_until < now() as lapsed from place where place_id < ${PLACES}`;
      for (const { placeId, state, purchaseId, lapsed } of rows) {
        const owner = state === 'free' || (state === 'held' && lapsed) ? undefined : purchaseId;
        expect([placeId, owner ?? undefined]).toEqual([placeId, oracle.owners.get(placeId)]);
        expect(state === 'sold').toBe(oracle.sold.has(placeId));
      }
      await sale.live.close();
    }),
    { numRuns: 60 },
  );
});

interface World {
  readonly sale: ReturnType<typeof claimingProcess>;
  readonly oracle: Oracle;
  readonly purchases: Known[];
}

async function follow(one: Step, { sale, oracle, purchases }: World) {
  const claim = (known: Known, wanted: readonly number[], fresh: boolean) =>
    sale.claims
      .claim(performanceId, {
        purchaseId: known.id,
        customerId: known.customerId,
        channel: 'online',
        claimKey: `key-${++keys}`,
        fresh,
        places: { placeIds: wanted, priceTypeIds: wanted.map(() => priceTypeId) },
      })
      .then(
        () => true,
        () => false,
      );
  const known = 'which' in one ? purchases[one.which % Math.max(purchases.length, 1)] : undefined;
  const open = known?.stage === 'open';

  if (one.do === 'take') {
    const id = String(++keys).padStart(22, '0');
    const next: Known = { id, customerId: people[one.person] ?? '', stage: 'open' };
    const expected = oracle.free(one.places, id);
    expect(await claim(next, one.places, true)).toBe(expected);
    if (expected) {
      purchases.push(next);
      oracle.give(one.places, id);
    }
  } else if (one.do === 'sweep') {
    await sweepExpired(sale);
  } else if (!known) {
    return;
  } else if (one.do === 'more') {
    const added = new Set([...oracle.ownedBy(known.id), ...one.places]);
    const expected = open && oracle.free(one.places, known.id) && added.size <= limits.mostPlaces;
    expect(await claim(known, one.places, false)).toBe(expected);
    if (expected) oracle.give(one.places, known.id);
  } else if (one.do === 'set') {
    const expected = open && oracle.free(one.places, known.id);
    const wanted = { purchaseId: known.id, customerId: known.customerId, channel: 'online' as const, performanceId, placeIds: one.places };
    const changed = setPlaces(sale, { ...wanted, priceTypeIds: one.places.map(() => priceTypeId) });
    expect(
      await changed.then(
        () => true,
        () => false,
      ),
    ).toBe(expected);
    if (expected) {
      oracle.drop(known.id);
      oracle.give(one.places, known.id);
    }
  } else if (one.do === 'release') {
    await releasePlaces(sale, { purchaseId: known.id, customerId: known.customerId, channel: 'online' as const, performanceId }).catch(
      () => {},
    );
    if (open) oracle.drop(known.id);
  } else if (one.do === 'cancel') {
    await cancelPurchase(sale, known.id).catch(() => {});
    if (open) {
      oracle.drop(known.id);
      known.stage = 'cancelled';
    }
  } else if (one.do === 'expire' && open) {
    await lapse(known.id);
    oracle.drop(known.id);
    known.stage = 'expired';
  } else if (one.do === 'pay' && open) {
    await pay(known.id);
    for (const owned of oracle.ownedBy(known.id)) oracle.sold.add(owned);
    known.stage = 'paid';
  }
}
