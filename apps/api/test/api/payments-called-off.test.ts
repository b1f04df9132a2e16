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

/** Longer than a performance's state is believed without asking the database. */
const BELIEVED_MS = 2100;

test('a performance that is called off during a purchase is not paid any more, and its places can be given back', async () => {
  const purchase = await aPurchase();
  await buyer.post(purchase.id, 'FormaDePago/Seleccionar', { nFormaDePago: 1 });
  await db`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  await sleep(BELIEVED_MS);
  expect(await buyer.post(purchase.id, 'PreValidacion', {})).toMatchObject({ cError: 'not_on_sale' });
  expect(await buyer.pay(purchase)).toMatchObject({ cError: 'not_on_sale' });
  expect(gateway.charges).toHaveLength(0);
  expect((await db`select stage from purchase where id = ${purchase.id}`)[0]).toEqual({ stage: 'open' });

  const [first] = purchase.placeIds;
  const set = (aPosicion: unknown[]) => buyer.post(purchase.id, 'Posiciones', { idFuncion: sale.performanceId, aPosicion });
  expect(await set([first, 39])).toMatchObject({ cError: 'not_on_sale' });
  expect(await set([first])).toMatchObject({ nCode: 200 });
  expect(await db`select place_id from place where state = 'held'`).toHaveLength(1);
});
