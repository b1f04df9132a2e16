import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';

const { db, close } = await freshDatabase();
const WHEELCHAIR = 0;
const COMPANION = 1;
const traits = [
  { seat: WHEELCHAIR, trait: 'wheelchair' },
  { seat: COMPANION, trait: 'companion' },
] as const;
const { buyer, gateway, sale, close: closeCheckout } = await aCheckout(db, undefined, [{ traits }]);
afterAll(async () => {
  await closeCheckout();
  await close();
});

const chosen = async (placeIds: readonly number[]) => {
  const { purchase } = answerOf(await buyer.take(sale, placeIds));
  await buyer.selectDelivery(purchase.id);
  const total = answerOf(await buyer.selectMethod(purchase.id)).totals?.total ?? 0;
  return { id: purchase.id, total };
};

test('a companion’s seat is not paid without a wheelchair space, and its place stays held until it is changed', async () => {
  const purchase = await chosen([COMPANION, 5]);
  const charged = gateway.charges.length;
  expect(await buyer.preValidate(purchase.id)).toMatchObject({ failure: 'companion_alone' });
  expect(await buyer.pay(purchase)).toMatchObject({ failure: 'companion_alone' });
  expect(gateway.charges).toHaveLength(charged);
  expect(answerOf(await buyer.purchase(purchase.id))).toMatchObject({ stage: 'open', quantity: { total: 2 } });

  answerOf(await buyer.setPlaces(purchase.id, sale, [COMPANION, WHEELCHAIR]));
  expect(await buyer.preValidate(purchase.id)).toMatchObject({ status: 'ok' });
  expect(await buyer.pay(purchase)).toMatchObject({ status: 'ok', data: { outcome: 'approved' } });
});

test('other seats are paid as ever', async () => {
  const purchase = await chosen([6, 7]);
  expect(await buyer.pay(purchase)).toMatchObject({ status: 'ok', data: { outcome: 'approved' } });
});
