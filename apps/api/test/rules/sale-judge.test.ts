import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Answered,
  type AskedBefore,
  type ClaimedPurchase,
  type ClaimRequest,
  judge,
  type LockedRows,
  type Verdict,
} from '../../src/sale/claim/judge.ts';
import { noCrowds, type RunningPurchase } from '../../src/sale/claim/limits.ts';
import type { LockedPlaces, PlaceRow } from '../../src/sale/queries-places.ts';
import { aClick } from '../factories/click.ts';

const NOW = 1_000_000;
const GRACE_MS = 5000;
const LIMITS = {
  minutes: 12,
  mostPlaces: 4,
  mostInPurchase: 5,
  mostPerCustomer: 6,
  mostUnpaid: 7,
  mostUnpaidOfClerk: 9,
  mostPurchases: 2,
};
/** Of each performance. */
const PLACES = 5;
const PERFORMANCES = [1, 2];
const customers = ['ana', 'luis', 'rosa'];
const OLD = ['old-ana', 'old-luis', 'old-rosa'];

/** The database as naively as can be: who has what. */
interface World {
  readonly places: LockedPlaces;
  readonly purchases: ReadonlyMap<string, ClaimedPurchase>;
  readonly running: ReadonlyMap<string, readonly RunningPurchase[]>;
  readonly bought: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly answered: ReadonlyMap<string, Answered & AskedBefore>;
}

const placesOf = (rows: readonly PlaceRow[]): ReadonlyMap<number, PlaceRow> => new Map(rows.map((row) => [row.placeId, row]));

/** Places by performance. */
const counts = fc
  .array(fc.constantFrom(0, 0, 1, 3), { minLength: PERFORMANCES.length, maxLength: PERFORMANCES.length })
  .map((some) => new Map(PERFORMANCES.map((performanceId, index) => [performanceId, some[index] ?? 0])));
const placeId = fc.integer({ min: 0, max: PLACES - 1 });
const owner = fc.constantFrom(...OLD, 'another');
const someplace = fc.oneof(
  fc.record({ state: fc.constant('free' as const), purchaseId: fc.constant(null), heldUntilMs: fc.constant(null) }),
  fc.record({ state: fc.constant('held' as const), purchaseId: owner, heldUntilMs: fc.constantFrom(NOW - 1, NOW, NOW + 1) }),
  fc.record({ state: fc.constantFrom('sold' as const, 'blocked' as const), purchaseId: owner, heldUntilMs: fc.constant(null) }),
);
const world: fc.Arbitrary<World> = fc
  .record({
    places: fc.array(fc.array(someplace, { minLength: PLACES, maxLength: PLACES }), {
      minLength: PERFORMANCES.length,
      maxLength: PERFORMANCES.length,
    }),
    purchases: fc.tuple(
      ...customers.map((customerId, index) =>
        fc.record({
          id: fc.constant(OLD[index] as string),
          customerId: fc.constant(customerId),
          channel: fc.constant('online' as const),
          stage: fc.constantFrom('open' as const, 'open' as const, 'open' as const, 'paying' as const, 'paid' as const, 'expired' as const),
          deadlineMs: fc.constantFrom(NOW - 60_000, NOW, NOW + 1, NOW + 60_000),
        }),
      ),
    ),
    others: fc.array(fc.option(counts), { minLength: customers.length, maxLength: customers.length }),
    bought: fc.array(counts, { minLength: customers.length, maxLength: customers.length }),
    repeated: fc.subarray(OLD),
  })
  .map(({ places: states, purchases, others, bought, repeated }) => {
    // What a purchase holds is held until its deadline and a little longer.
    const places: LockedPlaces = new Map(
      PERFORMANCES.map((performanceId, index) => {
        const rows = (states[index] ?? []).map((place, id) => {
          const own = place.state === 'held' ? purchases.find((purchase) => purchase.id === place.purchaseId) : undefined;
          return { placeId: id, version: id, ...place, ...(own ? { heldUntilMs: own.deadlineMs + GRACE_MS } : {}) };
        });
        return [performanceId, placesOf(rows)];
      }),
    );
    const runningOf = (customerId: string, index: number): RunningPurchase[] => {
      const old = purchases.find((purchase) => purchase.customerId === customerId && /open|paying/.test(purchase.stage));
      const held = (performanceId: number) => heldBy(places, { performanceId, purchaseId: old?.id ?? '' }).length;
      const other = others[index];
      return [
        ...(old ? [{ purchaseId: old.id, slot: 1, places: new Map(PERFORMANCES.map((each) => [each, held(each)])) }] : []),
        ...(other ? [{ purchaseId: `other-${customerId}`, slot: 2, places: other }] : []),
      ];
    };
    return {
      places,
      purchases: new Map(purchases.map((purchase) => [purchase.id, purchase])),
      running: new Map(customers.map((customer, index) => [customer, runningOf(customer, index)])),
      bought: new Map(customers.map((customer, index) => [customer, bought[index] ?? new Map()])),
      answered: new Map(repeated.map((id) => [id, { placeIds: [1, 2], contiguous: false, asked: null }])),
    };
  });

const set = fc
  .uniqueArray(placeId, { minLength: 1, maxLength: 4 })
  .map((placeIds) => ({ placeIds, priceTypeIds: placeIds.map((id) => 100 + id) }));
const request = fc.record({
  performanceId: fc.constantFrom(...PERFORMANCES),
  customerId: fc.constantFrom(...customers),
  channel: fc.constantFrom('online' as const, 'box_office' as const),
  mostPerCustomer: fc.constantFrom(undefined, undefined, 3),
  claimKey: fc.constant('click'),
  chosen: fc.boolean(),
  options: fc.array(set, { minLength: 1, maxLength: 3 }),
  known: fc.constantFrom('fresh' as const, 'fresh' as const, 'missing' as const, ...OLD),
});
/** Of different purchases, as a batch is. */
const requests: fc.Arbitrary<ClaimRequest[]> = fc
  .uniqueArray(request, {
    minLength: 1,
    maxLength: 8,
    selector: ({ known }) => (OLD.includes(known) ? known : {}),
    comparator: 'SameValue',
  })
  .map((all) =>
    all.map(({ known, ...rest }, index) => ({
      ...rest,
      purchaseId: OLD.includes(known) ? known : `new-${index}`,
      fresh: known === 'fresh',
    })),
  );

const heldBy = (places: LockedPlaces, { performanceId, purchaseId }: Pick<ClaimRequest, 'performanceId' | 'purchaseId'>) =>
  [...(places.get(performanceId)?.values() ?? [])].filter((place) => place.state === 'held' && place.purchaseId === purchaseId);

const lockedRows = (rows: World): LockedRows => ({
  ...rows,
  used: new Map(),
  unsettled: new Map(),
  crowds: noCrowds,
  lockedElsewhere: new Set(),
  placesElsewhere: new Map(),
  nowMs: NOW,
});

/** What is written of a verdict, naively. */
function after(before: World, verdict: Verdict): World {
  if (verdict.kind !== 'won') return before;
  const { performanceId, purchaseId, customerId } = verdict.request;
  const rows = new Map(before.places.get(performanceId));
  const heldUntilMs = verdict.deadlineMs + GRACE_MS;
  for (const row of verdict.addedRows) rows.set(row.placeId, { ...row, version: row.version + 1, state: 'held', purchaseId, heldUntilMs });
  const places = new Map(before.places).set(performanceId, rows);
  const purchases = new Map(before.purchases);
  purchases.set(purchaseId, { id: purchaseId, customerId, channel: 'online', stage: 'open', deadlineMs: verdict.deadlineMs });
  const own = before.running.get(customerId) ?? [];
  const known = own.find((purchase) => purchase.purchaseId === purchaseId) ?? {
    purchaseId,
    slot: verdict.starts?.slot ?? 0,
    places: new Map(),
  };
  const has = new Map(known.places).set(performanceId, (known.places.get(performanceId) ?? 0) + verdict.added.placeIds.length);
  const running = new Map(before.running).set(customerId, [
    ...own.filter((purchase) => purchase.purchaseId !== purchaseId),
    { ...known, places: has },
  ]);
  return { ...before, places, purchases, running };
}

test('a batch is judged as if its requests had arrived one after the other', () => {
  fc.assert(
    fc.property(world, requests, (start, batch) => {
      let now = start;
      const oneByOne = batch.map((one) => {
        const [verdict] = judge([one], lockedRows(now), LIMITS);
        now = after(now, verdict as Verdict);
        return verdict?.kind;
      });
      expect(judge(batch, lockedRows(start), LIMITS).map(({ kind }) => kind)).toEqual(oneByOne);
    }),
    { numRuns: 3000 },
  );
});

test('what is won was free, is won whole and once, and stays within every limit', () => {
  fc.assert(
    fc.property(world, requests, (start, batch) => {
      const given = new Set<string>();
      let now = start;
      for (const [index, verdict] of judge(batch, lockedRows(start), LIMITS).entries()) {
        if (verdict.kind !== 'won') continue;
        now = after(now, verdict);
        const { performanceId, purchaseId, customerId, channel, chosen, options, mostPerCustomer } = batch[index] as ClaimRequest;
        const places = start.places.get(performanceId);
        expect(options).toContainEqual(verdict.option);
        for (const id of verdict.option.placeIds) {
          const place = places?.get(id);
          const own = place?.state === 'held' && place.purchaseId === purchaseId;
          const lapsed = place?.state === 'held' && (place.heldUntilMs ?? 0) < NOW;
          expect(place?.state === 'free' || own || lapsed).toBe(true);
          expect(verdict.added.placeIds.includes(id)).toBe(!own);
          if (chosen) expect(own).toBe(false);
          if (!own) expect(given.has(`${performanceId} ${id}`)).toBe(false);
          given.add(`${performanceId} ${id}`);
        }
        expect(verdict.added.priceTypeIds).toEqual(verdict.added.placeIds.map((id) => 100 + id));
        expect(verdict.addedRows).toEqual(verdict.added.placeIds.map((id) => places?.get(id)));
        const running = now.running.get(customerId) ?? [];
        if (verdict.added.placeIds.length > 0) {
          const all = running.flatMap((one) => [...one.places].map(([of, count]) => ({ of, count, isOwn: one.purchaseId === purchaseId })));
          const total = (some: typeof all) => some.reduce((sum, { count }) => sum + count, 0);
          expect(total(all.filter(({ of, isOwn }) => isOwn && of === performanceId))).toBeLessThanOrEqual(LIMITS.mostPlaces);
          expect(total(all.filter(({ isOwn }) => isOwn))).toBeLessThanOrEqual(LIMITS.mostInPurchase);
          expect(total(all)).toBeLessThanOrEqual(channel === 'online' ? LIMITS.mostUnpaid : LIMITS.mostUnpaidOfClerk);
          const bought = start.bought.get(customerId)?.get(performanceId) ?? 0;
          if (channel === 'online')
            expect(total(all.filter(({ of }) => of === performanceId)) + bought).toBeLessThanOrEqual(
              mostPerCustomer ?? LIMITS.mostPerCustomer,
            );
        }
        const purchase = start.purchases.get(purchaseId);
        if (purchase) expect(start.answered.has(purchaseId)).toBe(false);
        if (purchase) expect(purchase).toMatchObject({ customerId, stage: 'open' });
        if (purchase) expect(purchase.deadlineMs).toBeGreaterThan(NOW);
        if (verdict.starts && channel === 'online') expect(verdict.starts.slot).toBeLessThanOrEqual(LIMITS.mostPurchases);
        expect(new Set(running.map(({ slot }) => slot)).size).toBe(running.length);
      }
    }),
    { numRuns: 3000 },
  );
});

test('a claim is refused as taken only when no option is free as a whole, with the places that are taken', () => {
  fc.assert(
    fc.property(world, requests, (start, batch) => {
      const verdicts = judge(batch, lockedRows(start), LIMITS);
      let now = start;
      for (const [index, verdict] of verdicts.entries()) {
        const { performanceId, purchaseId, chosen, options } = batch[index] as ClaimRequest;
        if (verdict.kind === 'taken') {
          const free = (id: number) => {
            const place = now.places.get(performanceId)?.get(id);
            if (place?.state === 'held' && place.purchaseId === purchaseId) return !chosen;
            return place?.state === 'free' || (place?.state === 'held' && (place.heldUntilMs ?? 0) < NOW);
          };
          expect(options.some(({ placeIds }) => placeIds.every(free))).toBe(false);
          expect(verdict.placeIds.toSorted()).toEqual(
            [...new Set(options.flatMap(({ placeIds }) => placeIds))].filter((id) => !free(id)).toSorted(),
          );
        }
        now = after(now, verdict);
      }
    }),
    { numRuns: 3000 },
  );
});

const aRequest = (overrides: Partial<ClaimRequest> = {}): ClaimRequest => ({
  performanceId: 1,
  purchaseId: 'new',
  customerId: 'ana',
  channel: 'online',
  claimKey: 'click',
  fresh: true,
  chosen: false,
  options: [{ placeIds: [1], priceTypeIds: [7] }],
  ...overrides,
});
const nothing: LockedRows = {
  purchases: new Map(),
  lockedElsewhere: new Set(),
  used: new Map(),
  unsettled: new Map(),
  crowds: noCrowds,
  answered: new Map(),
  running: new Map(),
  bought: new Map(),
  places: new Map(),
  placesElsewhere: new Map(),
  nowMs: NOW,
};
const free = (id: number): PlaceRow => ({ placeId: id, version: 0, state: 'free', purchaseId: null, heldUntilMs: null });
const held = (id: number, heldUntilMs: number): PlaceRow => ({
  placeId: id,
  version: 1,
  state: 'held',
  purchaseId: 'another',
  heldUntilMs,
});

/** Rows of the performance that `aRequest` is for. */
const inFirst = (...rows: PlaceRow[]): LockedPlaces => new Map([[1, placesOf(rows)]]);

test('a place or a purchase locked by another transaction is a reason to retry, not to refuse', () => {
  expect(judge([aRequest()], { ...nothing, placesElsewhere: inFirst(free(1)) }, LIMITS)).toEqual([{ kind: 'locked' }]);
  expect(judge([aRequest({ fresh: false })], { ...nothing, lockedElsewhere: new Set(['new']) }, LIMITS)).toEqual([{ kind: 'locked' }]);
  expect(judge([aRequest()], { ...nothing, placesElsewhere: inFirst(held(1, NOW + 1)) }, LIMITS)).toMatchObject([
    { kind: 'taken', placeIds: [1] },
  ]);
});

const running = (slot: number, places: readonly (readonly [number, number])[] = []): RunningPurchase => ({
  purchaseId: `running-${slot}`,
  slot,
  places: new Map(places),
});

test.each([
  ['open', NOW + 1, { kind: 'repeated', placeIds: [9], contiguous: true }],
  ['paying', NOW - 1, { kind: 'repeated', placeIds: [9], contiguous: true }],
  ['open', NOW, { kind: 'over', stage: 'expired' }],
  ['expired', NOW - 1, { kind: 'over', stage: 'expired' }],
  ['cancelled', NOW + 1, { kind: 'over', stage: 'cancelled' }],
  ['paid', NOW + 1, { kind: 'over', stage: 'paid' }],
] as const)('a repeated click of a purchase that is %s until %d is answered by what the purchase is now', (stage, deadlineMs, verdict) => {
  const now: LockedRows = {
    ...nothing,
    purchases: new Map([['mine', { id: 'mine', customerId: 'ana', channel: 'online' as const, stage, deadlineMs }]]),
    answered: new Map([['mine', { placeIds: [9], contiguous: true, asked: null }]]),
  };
  for (const fresh of [true, false]) expect(judge([aRequest({ purchaseId: 'mine', fresh })], now, LIMITS)).toEqual([verdict]);
});

test('a key that was used with anything else asked wins nothing: by this purchase, elsewhere, or in the same batch', () => {
  const click = aClick({ callerId: 'ana', key: 'click' });
  const [asked, other] = [click.asked, aClick({ callerId: 'ana', key: 'click', asked: 'something else' }).asked];
  const world: LockedRows = {
    ...nothing,
    purchases: new Map([['mine', { id: 'mine', customerId: 'ana', channel: 'online' as const, stage: 'open', deadlineMs: NOW + 1 }]]),
    running: new Map([['ana', [running(1)]]]),
    places: inFirst(free(1), free(2)),
  };
  const more = aRequest({ purchaseId: 'mine', fresh: false, click });
  const answered = (before: string | null) => new Map([['mine', { placeIds: [9], contiguous: true, asked: before }]]);
  expect(judge([more], { ...world, answered: answered(asked) }, LIMITS)).toEqual([{ kind: 'repeated', placeIds: [9], contiguous: true }]);
  expect(judge([more], { ...world, answered: answered(null) }, LIMITS)).toMatchObject([{ kind: 'repeated' }]);
  expect(judge([more], { ...world, answered: answered(other) }, LIMITS)).toEqual([{ kind: 'key_reused' }]);
  expect(judge([more], { ...world, used: new Map([['mine', [{ asked: null }]]]) }, LIMITS)).toEqual([{ kind: 'key_reused' }]);
  const cancelled = new Map([
    ['mine', { id: 'mine', customerId: 'ana', channel: 'online' as const, stage: 'cancelled' as const, deadlineMs: NOW + 1 }],
  ]);
  expect(judge([more], { ...world, purchases: cancelled, used: new Map([['mine', [{ asked }]]]) }, LIMITS)).toEqual([
    { kind: 'over', stage: 'cancelled' },
  ]);
  expect(judge([aRequest({ click })], { ...world, used: new Map([['new', [{ asked: click.asked }]]]) }, LIMITS)).toEqual([
    { kind: 'key_reused' },
  ]);
  const second = aRequest({ click, options: [{ placeIds: [2], priceTypeIds: [7] }] });
  expect(judge([more, second], world, LIMITS)).toMatchObject([{ kind: 'won' }, { kind: 'key_reused' }]);
  expect(judge([more, { ...second, customerId: 'luis' }], world, LIMITS)).toMatchObject([{ kind: 'won' }, { kind: 'won' }]);
});

test('a claim of a customer whose purchases another transaction is changing is judged again, not counted', () => {
  const full = { ...nothing, running: new Map([['ana', [running(1), running(2)]]]), places: inFirst(free(1)) };
  expect(judge([aRequest()], full, LIMITS)).toEqual([{ kind: 'too_many_purchases' }]);
  expect(judge([aRequest()], { ...full, unsettled: new Map([['ana', ['running-1']]]) }, LIMITS)).toEqual([
    { kind: 'conflict', beside: ['running-1'] },
  ]);
  expect(judge([aRequest({ customerId: 'luis' })], { ...full, unsettled: new Map([['ana', ['running-1']]]) }, LIMITS)).toMatchObject([
    { kind: 'won' },
  ]);
});

test('a claim is refused with the limit that it would pass, and the places that the limit allows', () => {
  const purchase = { id: 'running-1', customerId: 'ana', channel: 'online' as const, stage: 'open' as const, deadlineMs: NOW + 1 };
  const world = (own: RunningPurchase[], bought = 0): LockedRows => ({
    ...nothing,
    purchases: new Map([['running-1', purchase]]),
    running: new Map([['ana', own]]),
    bought: new Map([['ana', new Map([[1, bought]])]]),
    places: inFirst(free(1)),
  });
  const more = aRequest({ purchaseId: 'running-1', fresh: false });
  const refused = (limit: string, most: number, has: number) => [{ kind: 'too_many_places', limit, most, has }];
  expect(judge([more], world([running(1, [[1, 4]])]), LIMITS)).toEqual(refused('performance', 4, 4));
  expect(judge([more], world([running(1, [[2, 5]])]), LIMITS)).toEqual(refused('purchase', 5, 5));
  expect(judge([more], world([running(1, [[1, 3]]), running(2, [[1, 3]])]), LIMITS)).toEqual(refused('customer', 6, 6));
  expect(judge([more], world([running(1, [[1, 3]])], 3), LIMITS)).toEqual(refused('customer', 6, 6));
  expect(judge([{ ...more, mostPerCustomer: 2 }], world([running(1)], 2), LIMITS)).toEqual(refused('customer', 2, 2));
  expect(judge([more], world([running(1), running(2, [[2, 7]])]), LIMITS)).toEqual(refused('unpaid', 7, 7));
  const atCounter = { ...more, channel: 'box_office' as const };
  expect(judge([atCounter], world([running(1), running(2, [[1, 7]])], 9), LIMITS)).toMatchObject([{ kind: 'won' }]);
  expect(judge([atCounter], world([running(1), running(2, [[1, 9]])]), LIMITS)).toEqual(refused('unpaid', 9, 9));
});

test('places chosen for a buyer are new ones: those that the purchase holds already are lost, and named again they are won', () => {
  const purchase = { id: 'new', customerId: 'ana', channel: 'online' as const, stage: 'open' as const, deadlineMs: NOW + 1 };
  const own: PlaceRow = { placeId: 1, version: 1, state: 'held', purchaseId: 'new', heldUntilMs: NOW + 1 };
  const options = [{ placeIds: [1, 2], priceTypeIds: [7, 7] }];
  const world = { ...nothing, purchases: new Map([['new', purchase]]), places: inFirst(own, free(2)) };
  const more = aRequest({ fresh: false, options });
  expect(judge([more], world, LIMITS)).toMatchObject([{ kind: 'won', added: { placeIds: [2] } }]);
  expect(judge([{ ...more, chosen: true }], world, LIMITS)).toEqual([{ kind: 'taken', placeIds: [1], rows: [own] }]);
});

test('the same place of two performances is two places', () => {
  const both = new Map([1, 2].map((performanceId) => [performanceId, placesOf([free(1)])]));
  const requests = [1, 2, 2].map((performanceId, index) => aRequest({ performanceId, purchaseId: `new-${index}`, customerId: `${index}` }));
  expect(judge(requests, { ...nothing, places: both }, LIMITS)).toMatchObject([
    { kind: 'won', request: { performanceId: 1 } },
    { kind: 'won', request: { performanceId: 2 } },
    { kind: 'taken', placeIds: [1] },
  ]);
});

test('purchases that one customer starts in two performances at once count against one limit', () => {
  const both = new Map([1, 2].map((performanceId) => [performanceId, placesOf([free(1), free(2)])]));
  const requests = [1, 2, 1].map((performanceId, index) =>
    aRequest({ performanceId, purchaseId: `new-${index}`, options: [{ placeIds: [index === 2 ? 2 : 1], priceTypeIds: [7] }] }),
  );
  expect(judge(requests, { ...nothing, places: both }, LIMITS)).toMatchObject([
    { kind: 'won', starts: { slot: 1 } },
    { kind: 'won', starts: { slot: 2 } },
    { kind: 'too_many_purchases' },
  ]);
});

test('a place that does not exist cannot be won', () => {
  expect(judge([aRequest()], nothing, LIMITS)).toEqual([{ kind: 'taken', placeIds: [1], rows: [] }]);
});

test('the second option is held when the first is not free', () => {
  const options = [
    { placeIds: [1, 2], priceTypeIds: [7, 7] },
    { placeIds: [3, 4], priceTypeIds: [8, 9] },
  ];
  const places = inFirst(free(1), held(2, NOW + 1), free(3), held(4, NOW - 1));
  expect(judge([aRequest({ options })], { ...nothing, places }, LIMITS)).toMatchObject([
    { kind: 'won', option: options[1], added: options[1], starts: { slot: 1 }, deadlineMs: NOW + 12 * 60_000 },
  ]);
});
