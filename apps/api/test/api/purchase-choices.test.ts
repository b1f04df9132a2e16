import { afterAll, expect, test } from 'vitest';
import { CheckoutChoices } from '../../src/sale/checkout/choices.ts';
import { DeliveryTypes } from '../../src/sale/checkout/delivery.ts';
import { freshDatabase } from '../database.ts';
import { haveCustomer, havePurchase, haveSale } from '../factories/purchase.ts';
import { silent } from '../factories/watch.ts';

const { db, close } = await freshDatabase();
const choices = new CheckoutChoices(db, silent);
const sale = await haveSale(db);
const customerId = await haveCustomer(db);
afterAll(close);

const E_TICKET = 1;
const BOX_OFFICE = 2;
const CARD = 1;
const by = (typeId: number) => ({ typeId, pointId: null, zoneId: null, address: null });

let nextPlace = 0;
const aPurchase = async (startedMinutesAgo = 1) => ({
  purchaseId: await havePurchase(db, { sale, customerId, placeIds: [nextPlace++], startedMinutesAgo, deliveryTypeId: null }),
  ...{ customerId, channel: 'online' as const },
});

const chosenFor = async ({ purchaseId }: { purchaseId: string }) => {
  const [row] = await db`
    select delivery_type_id as "deliveryTypeId", payment_method_id as "paymentMethodId" from purchase where id = ${purchaseId}`;
  return row;
};

test('choices that arrive together are each stored for their own purchase, and answered with it', async () => {
  const [one, two, three] = [await aPurchase(), await aPurchase(), await aPurchase()];
  const answers = await Promise.all([
    choices.keep({ ...one, delivery: by(BOX_OFFICE) }),
    choices.keep({ ...two, paymentMethodId: CARD }),
    choices.keep({ ...three, delivery: by(E_TICKET) }),
  ]);
  const kept = [
    { deliveryTypeId: BOX_OFFICE, paymentMethodId: null },
    { deliveryTypeId: null, paymentMethodId: CARD },
    { deliveryTypeId: E_TICKET, paymentMethodId: null },
  ];
  expect(answers).toMatchObject(kept);
  expect(answers.map(({ id, holds }) => [id, holds[0]?.performanceId])).toEqual(
    [one, two, three].map(({ purchaseId }) => [purchaseId, sale.performanceId]),
  );
  expect(await Promise.all([one, two, three].map(chosenFor))).toEqual(kept);
});

test('two choices for one purchase at the same moment are both stored', async () => {
  const purchase = await aPurchase();
  await Promise.all([choices.keep({ ...purchase, delivery: by(E_TICKET) }), choices.keep({ ...purchase, paymentMethodId: CARD })]);
  expect(await chosenFor(purchase)).toEqual({ deliveryTypeId: E_TICKET, paymentMethodId: CARD });
});

test('a refused one is refused for its own reason, and does not affect the others', async () => {
  const [open, over, foreign] = [await aPurchase(), await aPurchase(13), await aPurchase()];
  const stranger = await haveCustomer(db);
  const outcomes = await Promise.allSettled([
    choices.keep({ ...over, delivery: by(E_TICKET) }),
    choices.keep({ ...foreign, customerId: stranger, delivery: by(E_TICKET) }),
    choices.keep({ purchaseId: 'a'.repeat(22), customerId, channel: 'online', delivery: by(E_TICKET) }),
    choices.keep({ ...open, delivery: by(E_TICKET) }),
  ]);
  expect(outcomes).toMatchObject([
    { reason: { failure: 'purchase_over', data: { stage: 'expired' } } },
    { reason: { failure: 'not_found' } },
    { reason: { failure: 'not_found' } },
    { value: { deliveryTypeId: E_TICKET } },
  ]);
  expect(await Promise.all([over, foreign, open].map(chosenFor))).toMatchObject([
    { deliveryTypeId: null },
    { deliveryTypeId: null },
    { deliveryTypeId: E_TICKET },
  ]);
});

test('one whose purchase is locked waits for the lock, the others do not, and it is kept in what the lock leaves behind', async () => {
  const [locked, free] = [await aPurchase(), await aPurchase()];
  let waiting: Promise<unknown> = Promise.resolve();
  await db.begin(async (tx) => {
    await tx`update purchase set payment_method_id = ${CARD} where id = ${locked.purchaseId}`;
    waiting = choices.keep({ ...locked, delivery: by(E_TICKET) });
    expect(await choices.keep({ ...free, delivery: by(E_TICKET) })).toMatchObject({ deliveryTypeId: E_TICKET });
  });
  expect(await waiting).toMatchObject({ deliveryTypeId: E_TICKET, paymentMethodId: CARD });
  expect(await chosenFor(locked)).toEqual({ deliveryTypeId: E_TICKET, paymentMethodId: CARD });
});

test('delivery types come in the order of their positions', async () => {
  const offered = async () => (await new DeliveryTypes(db, 100).offered()).map(({ id }) => id);
  expect(await offered()).toEqual([E_TICKET, BOX_OFFICE]);
  await db`update delivery_type set position = position + 10 where id = ${E_TICKET}`;
  expect(await offered()).toEqual([BOX_OFFICE, E_TICKET]);
  await db`update delivery_type set position = position - 10 where id = ${E_TICKET}`;
  // Its row lies behind the other one now.
  expect(await offered()).toEqual([E_TICKET, BOX_OFFICE]);
});
