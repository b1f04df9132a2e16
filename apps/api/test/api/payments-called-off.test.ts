import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';

const { db, close } = await freshDatabase();
const { buyer, gateway, sale, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});

/** Longer than a process uses a performance's state without asking the database. */
const STATE_FRESH_MS = 2100;

test('a performance cancelled during a purchase can no longer be paid, and its places can be given back', async () => {
  const purchase = await aPurchase();
  await buyer.selectMethod(purchase.id);
  await db`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  await sleep(STATE_FRESH_MS);
  expect(await buyer.preValidate(purchase.id)).toMatchObject({ failure: 'not_on_sale' });
  expect(await buyer.pay(purchase)).toMatchObject({ failure: 'not_on_sale' });
  expect(gateway.charges).toHaveLength(0);
  expect((await db`select stage from purchase where id = ${purchase.id}`)[0]).toEqual({ stage: 'open' });

  const [first = -1] = purchase.placeIds;
  const set = (...placeIds: number[]) => buyer.setPlaces(purchase.id, sale, placeIds);
  expect(await set(first, 39)).toMatchObject({ failure: 'not_on_sale' });
  expect(await set(first)).toMatchObject({ status: 'ok' });
  expect(await db`select place_id from place where state = 'held'`).toHaveLength(1);
});
