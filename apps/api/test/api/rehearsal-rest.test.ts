import { afterAll, expect, test } from 'vitest';
import { findRestless, letTimePass } from '../../../../rehearsal/rest.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';

const { db, owner, close } = await freshDatabase();
const { app, buyer, gateway, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});

/** Of purchases and their payments. */
const restless = async () =>
  (await findRestless(owner)).flatMap(({ what, isDue }) => (what.startsWith('the job') ? [] : [`${what}${isDue ? ', due' : ''}`])).sort();

test('a rehearsal waits for a payment in doubt, not for one that is only looked at once more later, and for that one when it is due', async () => {
  const { id, total } = await aPurchase();
  gateway.state.next.push('never-arrived');
  await buyer.pay({ id, total });
  const [attempt] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id}`;
  const held = `places of ${id} are held`;
  expect(await restless()).toEqual([`${attempt?.reference} is unknown`, held, `${id} is paying`].sort());
  await letTimePass(owner, 4);
  await reconcilePayments(app.sale);
  expect(await restless()).toEqual([held, `${id} is open`].sort());
  await letTimePass(owner, 12 * 60);
  expect(await restless()).toEqual([`${attempt?.reference} is cancelled, due`, `${held}, due`, `${id} is open, due`].sort());
  await reconcilePayments(app.sale);
  expect(await restless()).toEqual([`${held}, due`, `${id} is open, due`].sort());
});
