import { charge, type InputOf } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCharge, aLevel } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, type ClickOptions, resultOf } from '../factories/client.ts';
import { aCounter, counterAt } from '../factories/counter.ts';
import { customersApp, solvedCaptcha } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { stageOf, ticketsOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const types = [
  { name: 'Invitación', faceValue: 0, taxClass: 'exempt' },
  { name: 'General', faceValue: 1_000_000, taxClass: 'exempt' },
];
const charges = [aCharge(), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 0 })];
const checkout = await aCheckout(db, undefined, [{ rows: 40, levels: [aLevel({ types })], charges }]);
const { app, buyer, card, gateway, sale, close: closeCheckout } = checkout;
const counter = await aCounter(db, app);
const another = await customersApp(db, { payments: [card] });
const counterThere = counterAt(another, counter.token);
afterAll(async () => {
  await another.close();
  await closeCheckout();
  await close();
});
beforeEach(() => {
  gateway.charges.length = 0;
});

const [CARD, CASH, FREE] = [1, 2, 3];
/** Two invitations, unless other price types are given. */
async function aPurchase(types: readonly [string, string] = ['Invitación', 'Invitación']) {
  const purchase = await checkout.purchase();
  await db`
    update hold set price_type_ids = (
      select array_agg(price_type.id order by turn) from unnest(${[...types]}::text[]) with ordinality as wanted (name, turn)
        join price_type on price_type.name = wanted.name)
     where purchase_id = ${purchase.id}`;
  return { ...purchase, total: 0 };
}
const buyerThere = buyerAt(another, buyer);
/** What the buy screen sends when nothing is to be paid. */
const confirm = (
  id: string,
  { key, by = buyer, ...form }: ClickOptions & { by?: Pick<typeof buyer, 'call'> } & Partial<InputOf<typeof charge>['body']> = {},
) => by.call(charge, { params: { purchaseId: id }, body: { paymentMethodId: FREE, total: 0, acceptsTerms: true, ...form } }, { key });
const mailsOf = (id: string) => db`select from graphile_worker._private_jobs where payload ->> 'purchaseId' = ${id}`;
const attemptsOf = (id: string) => db`select provider, amount::int, state from attempt where purchase_id = ${id}`;

test('two invitations are offered neither card nor cash, and confirming them sells them: places, tickets, mail, no provider', async () => {
  const { id, placeIds } = await aPurchase();
  expect(answerOf(await buyer.paymentMethods(id)).items).toEqual([{ id: FREE, kind: 'free', name: 'Sin cargo', brands: [] }]);
  expect(await buyer.selectMethod(id, CARD)).toMatchObject({ failure: 'payment_method_unavailable' });
  expect(await buyer.selectMethod(id, FREE)).toMatchObject({ status: 'ok' });
  expect(await buyer.preValidate(id)).toMatchObject({ status: 'ok' });

  expect(await confirm(id)).toMatchObject({
    status: 'ok',
    data: { outcome: 'approved', amount: 0, orderId: id, purchase: { stage: 'paid', paymentMethodId: FREE } },
  });
  expect(await ticketsOf(db, id)).toEqual(placeIds);
  expect(await mailsOf(id)).toHaveLength(1);
  expect(await attemptsOf(id)).toEqual([{ provider: 'free', amount: 0, state: 'approved' }]);
  expect(await balancesOf(db, id)).toEqual([]);
  expect(gateway.charges).toEqual([]);
  expect(answerOf(await buyer.confirm(id))).toMatchObject({ outcome: 'approved' });
  expect(answerOf(await buyer.order(id))).toMatchObject({
    state: 'paid',
    paymentKind: 'free',
    paid: 0,
    pending: 0,
  });
});

test('a double click, on two processes, sells once, and every click gets the approval', async () => {
  const { id, placeIds } = await aPurchase();
  const both = await Promise.all([buyer, buyerThere, buyer].map((by) => confirm(id, { key: 'the-same-click', by })));
  for (const outcome of both) expect(answerOf(outcome)).toMatchObject({ outcome: 'approved', orderId: id });
  expect(await attemptsOf(id)).toHaveLength(1);
  expect(await ticketsOf(db, id)).toEqual(placeIds);
  expect(await mailsOf(id)).toHaveLength(1);
});

test('two tabs that confirm at once sell once; the other one is refused as over', async () => {
  const { id } = await aPurchase();
  const tabs = await Promise.all([confirm(id), confirm(id, { by: buyerThere })]);
  expect(tabs.map(resultOf).sort()).toEqual(['ok', 'purchase_over']);
  expect(await attemptsOf(id)).toHaveLength(1);
});

test('when a purchase is confirmed as it expires and another buyer takes its places, exactly one of them has the places', async () => {
  for (let round = 0; round < 8; round++) {
    const { id, placeIds } = await aPurchase();
    await db`update purchase set deadline = clock_timestamp() + make_interval(secs => ${round * 0.004}) where id = ${id}`;
    await db`update hold set held_until = clock_timestamp() where purchase_id = ${id}`;
    await db`update place set held_until = clock_timestamp() where purchase_id = ${id}`;
    const [confirmed, taken] = await Promise.all([confirm(id), counterThere.take(sale, placeIds), sweepExpired(app.sale)]);
    expect(['ok', 'purchase_over', 'places_lost']).toContain(resultOf(confirmed));
    const isSold = confirmed.status === 'ok';
    expect(taken.status === 'ok' && isSold).toBe(false);
    expect((await stageOf(db, id)) === 'paid').toBe(isSold);
    expect(await ticketsOf(db, id)).toEqual(isSold ? placeIds : []);
    const owners = await db<{ owner: string }[]>`
      select distinct purchase_id as owner from place where performance_id = ${sale.performanceId} and place_id = any (${placeIds}::int[])`;
    expect(owners.map(({ owner }) => owner === id)).toEqual([taken.status !== 'ok']);
  }
});

test('after its time, or without terms, nothing is sold', async () => {
  const { id } = await aPurchase();
  expect(await confirm(id, { acceptsTerms: false })).toMatchObject({ failure: 'terms_not_accepted' });
  await letMinutesPass(db, id, 30);
  expect(await confirm(id)).toMatchObject({ failure: 'purchase_over', data: { stage: 'expired' } });
  expect(await ticketsOf(db, id)).toEqual([]);
});

test('lost places are not sold, and no attempt is left behind', async () => {
  const { id, placeIds } = await aPurchase();
  await db`update place set purchase_id = 'somebody' where performance_id = ${sale.performanceId} and place_id = ${placeIds[0] as number}`;
  expect(await confirm(id)).toMatchObject({
    failure: 'places_lost',
    data: { performances: [{ performanceId: sale.performanceId, placeIds: [placeIds[0]] }] },
  });
  expect([await stageOf(db, id), await attemptsOf(id)]).toEqual(['open', []]);
});

test('a purchase with a price cannot be confirmed as free, and a free one is charged to no card', async () => {
  const paid = await aPurchase(['Invitación', 'General']);
  expect(answerOf(await buyer.paymentMethods(paid.id)).items).toMatchObject([{ id: CARD }]);
  expect(await confirm(paid.id)).toMatchObject({ failure: 'total_changed', data: { purchase: { totals: { total: 1_100_000 } } } });
  expect(await confirm(paid.id, { total: 1_100_000 })).toMatchObject({ failure: 'payment_method_unavailable' });
  expect(await buyer.pay({ id: paid.id, total: 1_100_000 })).toMatchObject({ data: { outcome: 'approved', amount: 1_100_000 } });

  const free = await aPurchase();
  gateway.charges.length = 0;
  expect(await buyer.pay(free)).toMatchObject({ failure: 'payment_method_unavailable' });
  expect([await stageOf(db, free.id), gateway.charges]).toEqual(['open', []]);
});

test('a card payment without its fields is refused with the name of each', async () => {
  const { id } = await aPurchase();
  const refused = await confirm(id, { paymentMethodId: CARD });
  if (refused.status !== 'refusal' || refused.failure !== 'invalid_input') throw new Error(`it ended with ${resultOf(refused)}`);
  expect(refused.data.fields).toContainEqual({ name: 'cToken', reason: 'missing' });
  expect(refused.data.fields).toHaveLength(8);
});

test('confirming invitations needs a captcha as paying does, once per click (VA-045)', async () => {
  const guarded = await customersApp(db, { payments: [card], captcha: { cost: 1 } });
  const there = buyerAt(guarded, buyer);
  const { id } = await aPurchase();
  expect(await confirm(id, { by: there })).toMatchObject({ failure: 'captcha_failed' });
  const press = { by: there, key: 'pressed-twice', captcha: await solvedCaptcha(guarded, 'payment') };
  const both = await Promise.all([confirm(id, press), confirm(id, press)]);
  expect(both.map((each) => answerOf(each).outcome)).toEqual(['approved', 'approved']);
  await guarded.close();
});

test('a counter gives out invitations as it sells, with a name on them and no cash booked (C-09)', async () => {
  const placeIds = [200, 201];
  const { id } = answerOf(await counter.take(sale, placeIds)).purchase;
  expect(answerOf(await counter.paymentMethods(id)).items).toMatchObject([{ id: FREE }]);
  expect(await counter.selectMethod(id, CASH)).toMatchObject({
    failure: 'payment_method_unavailable',
  });
  expect(await counter.sell({ id, total: 0 }, { holder: 'Elena Ruiz' })).toMatchObject({
    status: 'ok',
    data: { outcome: 'approved', amount: 0, purchase: { stage: 'paid', paymentMethodId: FREE } },
  });
  expect(await ticketsOf(db, id)).toEqual(placeIds);
  expect(await mailsOf(id)).toHaveLength(0);
  expect(await attemptsOf(id)).toEqual([{ provider: 'free', amount: 0, state: 'approved' }]);
  expect(await balancesOf(db, id)).toEqual([]);
});
