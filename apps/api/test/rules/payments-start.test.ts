import { Refusal } from '@butaca/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AttemptRequest, CardTries } from '../../src/payments/index.ts';
import { heldWhilePaying } from '../../src/sale/pay/held-places.ts';
import { judgeStarts, type LockedRows, type Starting, type StartRequest, type StartVerdict } from '../../src/sale/pay/start.ts';
import type { PlaceRow } from '../../src/sale/queries-places.ts';
import type { PricedPurchase, PurchaseHold, PurchaseRow } from '../../src/sale/queries-purchases.ts';
import { aClick } from '../factories/click.ts';

const MINUTE = 60_000;
const NOW = 100 * MINUTE;
const PERFORMANCES = [1, 2];
const PLACES = [0, 1, 2, 3];
const OWNERS = ['of-ana', 'of-luis', 'of-rosa'];
const TOTAL = 5000;

/** Nobody was declined. */
const noTries = new CardTries(
  { perPurchase: 5, customer: { most: 10, minutes: 60 }, card: { most: 6, minutes: 60 }, network: { most: 60, minutes: 10 } },
  [],
);

const priced = (total: number): PricedPurchase => ({
  totals: { tickets: total, serviceCharge: 0, antiFraudQr: 0, delivery: 0, products: 0, discounts: 0, total, net: total },
  tickets: [],
});
const logInAttemptOf = (purchaseId: string, key: string): AttemptRequest => ({
  purchaseId,
  idempotencyKey: key,
  provider: 'payway',
  paymentMethodId: 1,
  amount: TOTAL,
  currency: 'ARS',
  split: [],
  instalments: 1,
  brand: 'visa',
  bin: '450799',
  lastFour: '4905',
  checkAfterSeconds: 45,
  tries: null,
});

const holds: fc.Arbitrary<readonly PurchaseHold[]> = fc
  .tuple(...PERFORMANCES.map(() => fc.subarray(PLACES, { maxLength: 3 })))
  .map((chosen) =>
    chosen.flatMap((placeIds, index) =>
      placeIds.length === 0 ? [] : [{ performanceId: PERFORMANCES[index] as number, placeIds, priceTypeIds: placeIds.map(() => 9) }],
    ),
  );

const purchaseOf = (id: string): fc.Arbitrary<PurchaseRow> =>
  fc.record({
    id: fc.constant(id),
    customerId: fc.constant(id.slice('of-'.length)),
    language: fc.constant(null),
    channel: fc.constantFrom('online' as const, 'online' as const, 'box_office' as const),
    stage: fc.constantFrom('open' as const, 'open' as const, 'open' as const, 'paying' as const, 'paid' as const, 'cancelled' as const),
    startedAtMs: fc.constantFrom(NOW - 11 * MINUTE, NOW - MINUTE),
    deadlineMs: fc.constantFrom(NOW - 1, NOW, NOW + 1, NOW + 5 * MINUTE),
    nowMs: fc.constant(NOW - 1000),
    reservedUntilMs: fc.constant(null),
    claims: fc.constant(null),
    products: fc.constant(null),
    counterPrice: fc.constant(null),
    counterPriceReason: fc.constant(null),
    deliveryTypeId: fc.constantFrom(1, 1, null),
    deliveryPointId: fc.constant(null),
    deliveryZoneId: fc.constant(null),
    deliveryAddressId: fc.constant(null),
    paymentMethodId: fc.constant(1),
    total: fc.constant(null),
    orderNumber: fc.constant(null),
    priced: fc.constant(null),
    holds,
  });

/** Mostly whatever its purchase believes to have, sometimes lost to another or locked by another transaction. */
type Fate = 'own' | 'lost' | 'free' | 'sold' | 'not-here';
const fate = fc.constantFrom<Fate>('own', 'own', 'own', 'own', 'own', 'own', 'own', 'lost', 'free', 'sold', 'not-here');

const world = fc
  .record({
    purchases: fc.tuple(...OWNERS.map(purchaseOf)),
    fates: fc.array(fate, { minLength: PERFORMANCES.length * PLACES.length, maxLength: PERFORMANCES.length * PLACES.length }),
    lockedElsewhere: fc.subarray(OWNERS, { maxLength: 1 }),
    whenLocked: fc.constantFrom('wait' as const, 'skip' as const),
    started: fc.subarray(OWNERS, { maxLength: 1 }),
  })
  .map(({ purchases, fates, lockedElsewhere, whenLocked, started }): { purchases: readonly PurchaseRow[]; locked: LockedRows } => {
    const ownerOf = (performanceId: number, placeId: number) =>
      purchases.find((purchase) => purchase.holds.some((hold) => hold.performanceId === performanceId && hold.placeIds.includes(placeId)))
        ?.id;
    const rowOf = (performanceId: number, placeId: number): PlaceRow[] => {
      const owner = ownerOf(performanceId, placeId) ?? 'another';
      const held = { placeId, version: 1, state: 'held' as const, heldUntilMs: NOW + 2 * MINUTE };
      switch (fates[PERFORMANCES.indexOf(performanceId) * PLACES.length + placeId]) {
        case 'own':
          return [{ ...held, purchaseId: owner }];
        case 'lost':
          return [{ ...held, purchaseId: 'another' }];
        case 'sold':
          return [{ placeId, version: 2, state: 'sold', purchaseId: owner, heldUntilMs: null }];
        case 'free':
          return [{ placeId, version: 0, state: 'free', purchaseId: null, heldUntilMs: null }];
        default:
          return [];
      }
    };
    const places = new Map(
      PERFORMANCES.map((id) => [id, new Map(PLACES.flatMap((place) => rowOf(id, place)).map((row) => [row.placeId, row]))]),
    );
    return {
      purchases,
      locked: {
        purchases: new Map(
          purchases.flatMap((row) => (whenLocked === 'skip' && lockedElsewhere.includes(row.id) ? [] : [[row.id, row] as const])),
        ),
        places,
        tries: noTries,
        latest: new Map(),
        erased: new Set(),
        used: new Map(),
        startedBy: new Map(started.map((id) => [id, new Set(['click-1'])])),
        nowMs: NOW,
        whenLocked,
      },
    };
  });

const click = fc.record({
  purchase: fc.constantFrom(...OWNERS),
  isStranger: fc.constantFrom(false, false, false, true),
  key: fc.constantFrom('click-1', 'click-2'),
  seenTotal: fc.constantFrom(TOTAL, TOTAL, TOTAL, TOTAL - 1),
  /** What the priced page does not show yet. */
  isStale: fc.constantFrom(false, false, false, true),
  isOffered: fc.constantFrom(true, true, true, false),
});
type Click = Omit<typeof click extends fc.Arbitrary<infer C> ? C : never, 'key'> & { readonly key: string };

function wantedOf(
  { purchase: id, isStranger, key, seenTotal, isStale, isOffered }: Click,
  purchases: readonly PurchaseRow[],
): StartRequest {
  const row = purchases.find((purchase) => purchase.id === id) as PurchaseRow;
  return {
    purchase: isStale ? { ...row, holds: [...row.holds, { performanceId: 3, placeIds: [7], priceTypeIds: [9] }] } : row,
    customerId: isStranger ? 'a stranger' : row.customerId,
    // Each purchase has keys of its own.
    click: aClick({ callerId: `of ${id}`, key }),
    startedId: '',
    total: seenTotal,
    priced: row.stage === 'open' ? priced(TOTAL) : null,
    tries: null,
    attempt: () => {
      if (!isOffered) throw new Refusal('payment_method_unavailable');
      return logInAttemptOf(id, key);
    },
  };
}

const isStart = (verdict: StartVerdict | undefined): verdict is Starting => typeof verdict === 'object' && 'places' in verdict;
const keysOf = (places: readonly { readonly performanceId: number; readonly placeId: number }[]) =>
  places.map(({ performanceId, placeId }) => `${performanceId}/${placeId}`);
const placesIn = (some: readonly PurchaseHold[]) =>
  some.flatMap(({ performanceId, placeIds }) => placeIds.map((placeId) => ({ performanceId, placeId })));
const codeOf = (verdict: StartVerdict | undefined) =>
  verdict instanceof Refusal ? verdict.failure : isStart(verdict) ? 'starts' : verdict;

test('a payment that starts has all the places of the purchase, and each of them was already its own', () => {
  fc.assert(
    fc.property(world, fc.array(click, { maxLength: 6 }), ({ purchases, locked }, clicks) => {
      const wanted = clicks.map((each) => wantedOf(each, purchases));
      judgeStarts(wanted, locked).forEach((verdict) => {
        if (!isStart(verdict)) return;
        const { purchase, places } = verdict;
        expect(keysOf(places)).toEqual(keysOf(placesIn(purchase.holds)));
        for (const { performanceId, placeId } of places) {
          expect(locked.places.get(performanceId)?.get(placeId)).toMatchObject({ state: 'held', purchaseId: purchase.id });
        }
      });
    }),
    { numRuns: 2000 },
  );
});

/** What a patient clerk with all the rows in front of them would say, question by question. */
function expected({ purchase: seen, customerId, click: { key }, total, attempt }: StartRequest, locked: LockedRows): string {
  const row = locked.purchases.get(seen.id);
  if (!row) return 'alone';
  if (row.customerId !== customerId) return 'not_found';
  if (locked.startedBy.get(row.id)?.has(key)) return 'repeated';
  if (row.stage === 'paying') return 'purchase_paying';
  if (row.stage !== 'open' || row.deadlineMs <= locked.nowMs) return 'purchase_over';
  if (placesIn(row.holds).length === 0) return 'invalid_input';
  if (row.channel === 'online' && row.deliveryTypeId === null) return 'invalid_input';
  if (total !== TOTAL || seen !== row) return 'changed';
  try {
    attempt(priced(TOTAL), locked.nowMs);
  } catch {
    return 'payment_method_unavailable';
  }
  const wanted = placesIn(row.holds);
  const own = wanted.filter(({ performanceId, placeId }) => {
    const place = locked.places.get(performanceId)?.get(placeId);
    return place?.state === 'held' && place.purchaseId === row.id;
  });
  if (own.length < wanted.length) return locked.whenLocked === 'skip' ? 'alone' : 'places_lost';
  return 'starts';
}

test('each click gets its own answer, whatever else is in its batch', () => {
  const seen = new Set<unknown>();
  fc.assert(
    fc.property(world, fc.array(click, { minLength: 1, maxLength: 6 }), ({ purchases, locked }, clicks) => {
      const wanted = clicks.map((each) => wantedOf(each, purchases));
      const answers = judgeStarts(wanted, locked).map(codeOf);
      for (const answer of answers) seen.add(answer);
      expect(answers).toEqual(wanted.map((each) => expected(each, locked)));
    }),
    { numRuns: 3000 },
  );
  // Each way to be answered was met, so that none is right only because it never happens.
  expect([...seen].sort()).toEqual(
    [
      'alone',
      'changed',
      'invalid_input',
      'not_found',
      'payment_method_unavailable',
      'places_lost',
      'purchase_over',
      'purchase_paying',
      'repeated',
      'starts',
    ].sort(),
  );
});

test('places that are lost are named, hall by hall', () => {
  const row: PurchaseRow = {
    ...(fc.sample(purchaseOf('of-ana'), { seed: 1, numRuns: 1 })[0] as PurchaseRow),
    channel: 'online',
    stage: 'open',
    deadlineMs: NOW + MINUTE,
    deliveryTypeId: 1,
    holds: [
      { performanceId: 1, placeIds: [0, 1], priceTypeIds: [9, 9] },
      { performanceId: 2, placeIds: [1], priceTypeIds: [9] },
    ],
  };
  const held = (placeId: number, purchaseId: string): [number, PlaceRow] => [
    placeId,
    { placeId, version: 1, state: 'held', purchaseId, heldUntilMs: NOW + MINUTE },
  ];
  const places = new Map([
    [1, new Map([held(0, 'of-ana'), held(1, 'another')])],
    [2, new Map([held(1, 'another')])],
  ]);
  const locked: LockedRows = {
    purchases: new Map([[row.id, row]]),
    places,
    tries: noTries,
    latest: new Map(),
    erased: new Set(),
    used: new Map(),
    startedBy: new Map(),
    nowMs: NOW,
    whenLocked: 'wait',
  };
  const [verdict] = judgeStarts(
    [wantedOf({ purchase: 'of-ana', isStranger: false, key: 'k', seenTotal: TOTAL, isStale: false, isOffered: true }, [row])],
    locked,
  );
  expect(verdict).toMatchObject({
    failure: 'places_lost',
    data: {
      performances: [
        { performanceId: 1, placeIds: [1] },
        { performanceId: 2, placeIds: [1] },
      ],
    },
  });
});

/** What happens to one purchase: clicks of a few keys, and in between its payment comes to nothing. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('click' as const), key: fc.constantFrom('click-1', 'click-2', 'click-3') }),
  fc.record({ kind: fc.constant('declined' as const) }),
);

const openRow: PurchaseRow = {
  id: 'of-ana',
  customerId: 'ana',
  channel: 'online',
  language: null,
  stage: 'open',
  startedAtMs: NOW - MINUTE,
  deadlineMs: NOW + MINUTE,
  nowMs: NOW,
  reservedUntilMs: null,
  claims: null,
  products: null,
  counterPrice: null,
  counterPriceReason: null,
  deliveryTypeId: 1,
  deliveryPointId: null,
  deliveryZoneId: null,
  deliveryAddressId: null,
  paymentMethodId: 1,
  total: null,
  orderNumber: null,
  priced: null,
  holds: [{ performanceId: 1, placeIds: [0], priceTypeIds: [9] }],
};

test('a key starts one payment at most, however often it is repeated and whatever its outcome', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let row = openRow;
      const held = { placeId: 0, version: 1, state: 'held' as const, purchaseId: row.id, heldUntilMs: NOW + MINUTE };
      const places = new Map([[1, new Map([[0, held]])]]);
      const started = new Set<string>();
      for (const each of steps) {
        if (each.kind === 'declined') {
          if (row.stage === 'paying') row = { ...row, stage: 'open' };
          continue;
        }
        const wanted = wantedOf({ purchase: row.id, isStranger: false, key: each.key, seenTotal: TOTAL, isStale: false, isOffered: true }, [
          row,
        ]);
        const locked: LockedRows = {
          purchases: new Map([[row.id, row]]),
          places,
          tries: noTries,
          latest: new Map(),
          erased: new Set(),
          used: new Map(),
          startedBy: new Map([[row.id, started]]),
          nowMs: NOW,
          whenLocked: 'wait',
        };
        const answer = codeOf(judgeStarts([wanted], locked)[0]);
        expect(answer).toBe(started.has(each.key) ? 'repeated' : row.stage === 'open' ? 'starts' : 'purchase_paying');
        if (answer !== 'starts') continue;
        started.add(each.key);
        row = { ...row, stage: 'paying' };
      }
    }),
    { numRuns: 1000 },
  );
});

test('of two purchases in one batch that are paid with one key the first starts, and a key of something else starts none', () => {
  const other = { ...openRow, id: 'of-ana-too', holds: [{ performanceId: 1, placeIds: [1], priceTypeIds: [9] }] };
  const heldBy = (placeId: number, purchaseId: string) =>
    [placeId, { placeId, version: 1, state: 'held' as const, purchaseId, heldUntilMs: NOW + MINUTE }] as const;
  const locked: LockedRows = {
    purchases: new Map([openRow, other].map((row) => [row.id, row])),
    places: new Map([[1, new Map([heldBy(0, openRow.id), heldBy(1, other.id)])]]),
    tries: noTries,
    latest: new Map(),
    erased: new Set(),
    used: new Map(),
    startedBy: new Map(),
    nowMs: NOW,
    whenLocked: 'wait',
  };
  const click = aClick({ callerId: 'ana', key: 'one-key' });
  const form = { isStranger: false, key: 'one-key', seenTotal: TOTAL, isStale: false, isOffered: true };
  const batch = [openRow, other].map((row) => ({ ...wantedOf({ ...form, purchase: row.id }, [row]), click }));
  expect(judgeStarts(batch, locked).map(codeOf)).toEqual(['starts', 'key_reused']);
  const used = new Map([[openRow.id, [{ asked: aClick({ callerId: 'ana', key: 'one-key', asked: 'something else' }).asked }]]]);
  expect(judgeStarts(batch, { ...locked, used }).map(codeOf)).toEqual(['key_reused', 'starts']);
  const startedBy = new Map([[openRow.id, new Set(['one-key'])]]);
  expect(judgeStarts(batch, { ...locked, used, startedBy }).map(codeOf)).toEqual(['key_reused', 'starts']);
  const same = new Map([[openRow.id, [{ asked: click.asked }, { asked: null }]]]);
  expect(judgeStarts(batch, { ...locked, used: same, startedBy }).map(codeOf)).toEqual(['repeated', 'starts']);
});

test('a place stays held for ten minutes while it is paid for, never beyond twenty from the first claim, and never shorter than before', () => {
  const minutes = fc.integer({ min: 0, max: 40 * MINUTE });
  fc.assert(
    fc.property(minutes, minutes, (sinceStart, left) => {
      const startedAtMs = NOW - sinceStart;
      const heldUntilMs = NOW - 10 * MINUTE + left;
      const until = heldWhilePaying({ heldUntilMs, startedAtMs, nowMs: NOW });
      expect(until).toBeGreaterThanOrEqual(heldUntilMs);
      if (until !== heldUntilMs) {
        expect(until).toBeLessThanOrEqual(startedAtMs + 20 * MINUTE);
        expect(until).toBeLessThanOrEqual(NOW + 10 * MINUTE);
      }
      expect(until).toBeGreaterThanOrEqual(Math.min(NOW + 10 * MINUTE, startedAtMs + 20 * MINUTE));
    }),
  );
});
