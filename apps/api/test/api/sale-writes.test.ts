import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../src/db/connect.ts';
import { setChoices } from '../../src/sale/checkout/queries-checkout.ts';
import { writeAnswered } from '../../src/sale/claim/queries-claim.ts';
import {
  addToHolds,
  createPlaces,
  deleteHolds,
  freePlaces,
  holdPlaces,
  sellHolds,
  sellPlaces,
  setHoldEnds,
  startHolds,
  writeHold,
} from '../../src/sale/queries-places.ts';
import { deleteClaimKeys, nameHolder, replacePriced, updatePaying, updateStage } from '../../src/sale/queries-purchases.ts';
import { freshDatabase } from '../database.ts';
import { type Hold, haveSaleRows, ids, type Place, type Purchase, saleRows, undoing } from '../factories/sale-rows.ts';

/** What the statements of the sale write: their own rows, as they were told, and no other, among rows of every kind. */

const { db, ownerUrl, close } = await freshDatabase();
afterAll(close);
type Rows = Awaited<ReturnType<typeof saleRows>>;
let rows: Rows;
beforeAll(async () => {
  await haveSaleRows(ownerUrl);
  rows = await saleRows(db);
});

const SOON = Date.now() + 600_000;
const LATER = SOON + 60_000;
const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms);
const [first = '', second = ''] = ids;
const places = [3, 4, 7];
const isNamed = ({ performance_id, place_id }: Place) => performance_id === 1 && places.includes(place_id);
/** Two holds of the first performance and one of the second, which none of these statements is about. */
const holdsOf = (performanceId: number) => rows.holds.filter((hold) => hold.performance_id === performanceId).slice(0, 2);
/** A purchase that has no hold there. */
const without = (performanceId: number) =>
  ids.find((id) => !rows.holds.some((hold) => hold.performance_id === performanceId && hold.purchase_id === id)) ?? '';

/** A row like this one, with nothing in the columns that are not given. */
const asNew = <Row extends object>(like: Row, given: Partial<Row>): Row =>
  ({ ...Object.fromEntries(Object.keys(like).map((column) => [column, null])), ...given }) as Row;

/** Runs the statement and answers how the tables are then; a part that is left out of `changes` has to be as it was. */
async function expectRows(work: (tx: Tx) => PromiseLike<unknown>, changes: { readonly [Table in keyof Rows]?: readonly object[] }) {
  const after = await undoing(db, async (tx) => {
    await work(tx);
    return saleRows(tx);
  });
  const shown = (table: readonly object[]) => table.map((row) => JSON.stringify(row));
  for (const table of Object.keys(rows) as (keyof Rows)[])
    expect([table, shown(after[table])]).toEqual([table, shown(changes[table] ?? rows[table])]);
}
const changedPlaces = (change: (place: Place) => object) => ({
  places: rows.places.map((place) => (isNamed(place) ? { ...place, ...change(place), version: place.version + 1 } : place)),
});
const changedHolds = (performanceId: number, purchaseIds: readonly string[], change: (hold: Hold) => object) => ({
  holds: rows.holds.map((hold) =>
    hold.performance_id === performanceId && purchaseIds.includes(hold.purchase_id) ? { ...hold, ...change(hold) } : hold,
  ),
});
const changedPurchases = (purchaseIds: readonly string[], change: (purchase: Purchase) => object) => ({
  purchases: rows.purchases.map((purchase) => (purchaseIds.includes(purchase.id) ? { ...purchase, ...change(purchase) } : purchase)),
});

const nowhere = { deliveryPointId: null, deliveryZoneId: null, deliveryAddressId: null };

test('places are held, each for its purchase and to its time', async () => {
  const held = [
    { placeId: 3, purchaseId: first, heldUntilMs: SOON },
    { placeId: 4, purchaseId: second, heldUntilMs: LATER },
    { placeId: 7, purchaseId: first, heldUntilMs: SOON },
  ];
  await expectRows(
    (tx) => holdPlaces(tx, 1, held),
    changedPlaces(({ place_id }) => ({
      state: 'held',
      purchase_id: place_id === 4 ? second : first,
      held_until: at(place_id === 4 ? LATER : SOON),
    })),
  );
});

test('places are freed', () =>
  expectRows(
    (tx) => freePlaces(tx, 1, places),
    changedPlaces(() => ({ state: 'free', purchase_id: null, held_until: null })),
  ));

test('places are sold, each to its purchase, and answered as they are then', async () => {
  const sold = places.map((placeId) => ({ placeId, purchaseId: placeId === 4 ? second : first }));
  const changes = changedPlaces(({ place_id }) => ({ state: 'sold', purchase_id: place_id === 4 ? second : first, held_until: null }));
  await expectRows((tx) => sellPlaces(tx, 1, sold), changes);
  const answered = await undoing(db, (tx) => sellPlaces(tx, 1, sold));
  expect(answered.map(({ placeId, version, purchaseId, state }) => [placeId, version, purchaseId, state]).sort()).toEqual(
    changes.places.filter(isNamed).map((place) => [place.place_id, place.version, place.place_id === 4 ? second : first, 'sold']),
  );
});

test('places are made where they are not, and those that are there stay as they are', async () => {
  await expectRows((tx) => createPlaces(tx as never, 1, 50), {});
  const made = await undoing(db, async (tx) => {
    await createPlaces(tx as never, 2, 52);
    return (await saleRows(tx)).places;
  });
  expect(made.slice(0, -2)).toEqual(rows.places);
  expect(made.slice(-2)).toMatchObject([50, 51].map((place_id) => ({ performance_id: 2, place_id, state: 'free', version: 0 })));
});

test('a hold is started, added to, and replaced', async () => {
  const [own, another] = holdsOf(1) as [Hold, Hold];
  const given = (purchaseId: string) => ({ purchaseId, placeIds: [8, 9], priceTypeIds: [1, 2], heldUntilMs: SOON });
  const fresh = asNew(own, {
    performance_id: 1,
    purchase_id: without(1),
    place_ids: [8, 9],
    price_type_ids: [1, 2],
    held_until: at(SOON),
    state: 'held',
  });
  const inOrder = (holds: readonly Hold[]) =>
    holds.toSorted((a, b) => a.performance_id - b.performance_id || (a.purchase_id < b.purchase_id ? -1 : 1));
  const started = { holds: inOrder([...rows.holds, fresh]) };
  await expectRows((tx) => startHolds(tx, 1, [given(without(1))]), started);
  await expectRows((tx) => writeHold(tx, 1, given(without(1))), started);
  await expectRows((tx) => addToHolds(tx, 1, [given(without(1))]), started);
  await expectRows(
    (tx) => addToHolds(tx, 1, [given(own.purchase_id), given(another.purchase_id)]),
    changedHolds(1, [own.purchase_id, another.purchase_id], ({ place_ids, price_type_ids }) => ({
      place_ids: [...place_ids, 8, 9],
      price_type_ids: [...price_type_ids, 1, 2],
    })),
  );
  await expectRows(
    (tx) => writeHold(tx, 1, given(own.purchase_id)),
    changedHolds(1, [own.purchase_id], () => ({ place_ids: [8, 9], price_type_ids: [1, 2], held_until: at(SOON) })),
  );
});

test('holds get their ends, are sold, and are deleted, those of one performance', async () => {
  const named = holdsOf(2).map(({ purchase_id }) => purchase_id) as [string, string];
  await expectRows(
    (tx) =>
      setHoldEnds(tx, 2, [
        { purchaseId: named[0], heldUntilMs: SOON },
        { purchaseId: named[1], heldUntilMs: LATER },
      ]),
    changedHolds(2, named, ({ purchase_id }) => ({ held_until: at(purchase_id === named[0] ? SOON : LATER) })),
  );
  await expectRows(
    (tx) => sellHolds(tx, 2, named),
    changedHolds(2, named, () => ({ state: 'sold' })),
  );
  await expectRows((tx) => deleteHolds(tx, 2, named), {
    holds: rows.holds.filter((hold) => hold.performance_id !== 2 || !named.includes(hold.purchase_id)),
  });
});

test('the answers of later clicks are kept, and deleted with their purchases', async () => {
  const own = rows.answers[0] as Rows['answers'][number];
  const click = asNew(own, { purchase_id: own.purchase_id, key: 'zzz', place_ids: [5, 6], contiguous: false });
  const inOrder = [...rows.answers.filter(({ purchase_id }) => purchase_id <= own.purchase_id), click];
  await expectRows(
    (tx) => writeAnswered(tx, [{ purchaseId: own.purchase_id, claimKey: 'zzz', asked: null, placeIds: [5, 6], contiguous: false }]),
    {
      answers: [...inOrder, ...rows.answers.filter(({ purchase_id }) => purchase_id > own.purchase_id)],
    },
  );
  await expectRows((tx) => deleteClaimKeys(tx, [own.purchase_id]), {
    answers: rows.answers.filter(({ purchase_id }) => purchase_id !== own.purchase_id),
  });
});

test('prices, choices and names are written to the purchases that were named', async () => {
  const soldAtACounter = rows.purchases.find(({ channel }) => channel === 'box_office')?.id ?? '';
  const priced = (total: number) => ({ totals: { total }, tickets: [] }) as never;
  const [one, other] = rows.purchases.filter(({ stage }) => stage === 'open').map(({ id }) => id) as [string, string];
  const paid = rows.purchases.find(({ stage }) => stage === 'paid')?.id ?? '';
  const fixed = (purchaseId: string, total: number, paymentMethodId: number) => ({
    ...{ purchaseId, priced: priced(total), paymentMethodId },
    orderNumber: total * 10,
  });
  await expectRows(
    (tx) => updatePaying(tx, [fixed(one, 500, 1), fixed(other, 700, 2), fixed(paid, 900, 3)], { from: ['open'] }),
    changedPurchases([one, other], ({ id }) => {
      const total = id === one ? 500 : 700;
      return { stage: 'paying', total, priced: priced(total), payment_method_id: id === one ? 1 : 2, order_number: total * 10 };
    }),
  );
  await expectRows(
    (tx) => replacePriced(tx, first, priced(9)),
    changedPurchases([first], () => ({ priced: priced(9) })),
  );
  await expectRows(
    (tx) => nameHolder(tx, soldAtACounter, 'Rosa Vidal'),
    changedPurchases([soldAtACounter], () => ({ holder: 'Rosa Vidal' })),
  );
  await expectRows(
    (tx) =>
      setChoices(tx, [
        { ...nowhere, id: first, deliveryTypeId: 1, deliveryPointId: 5, paymentMethodId: null },
        { ...nowhere, id: second, deliveryTypeId: null, paymentMethodId: 3 },
      ]),
    changedPurchases([first, second], ({ id }) => ({
      delivery_type_id: id === first ? 1 : null,
      delivery_point_id: id === first ? 5 : null,
      delivery_zone_id: null,
      delivery_address_id: null,
      payment_method_id: id === first ? null : 3,
    })),
  );
});

test.each([
  ['cancelled', true],
  ['expired', true],
  ['paying', false],
] as const)(
  'purchases that are open become %s, with the time of their end where that is one (%s), and those in another stage stay',
  async (to, ends) => {
    const open = rows.purchases.filter(({ stage }) => stage === 'open').slice(0, 2);
    const other = rows.purchases.filter(({ stage }) => stage === 'paid').slice(0, 1);
    const named = [...open, ...other].map(({ id }) => id);
    await db`update purchase set total = 1 where id = any (${open.map(({ id }) => id)}::text[])`;
    const after = await undoing(db, async (tx) => {
      expect((await updateStage(tx, named, { to, from: ['open'] })).count).toBe(2);
      return (await saleRows(tx)).purchases;
    });
    const moved = new Set(open.map(({ id }) => id));
    expect(after.filter(({ id }) => moved.has(id)).map(({ stage, ended_at }) => [stage, ended_at !== null])).toEqual([
      [to, ends],
      [to, ends],
    ]);
    expect(after.filter(({ id }) => !moved.has(id))).toEqual(rows.purchases.filter(({ id }) => !moved.has(id)));
  },
);
