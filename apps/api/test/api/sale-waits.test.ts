import { afterAll, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { expireOffer } from '../../src/sale/pay/late-money.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { lateMoney } from '../factories/late-money.ts';
import { whileLocked } from '../factories/locks.ts';
import { letMinutesPass } from '../factories/time.ts';

/** What must not be passed over is waited for: a verb that meets a locked row does, once it is unlocked, what it does at any other time. */

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{ rows: 12 }]);
const { app, buyer, gateway, sale } = checkout;
const counter = await aCounter(db, app);
const late = lateMoney(db, checkout);
afterAll(async () => {
  await checkout.close();
  await close();
});

type Purchase = Awaited<ReturnType<typeof checkout.purchase>>;
const open = () => checkout.purchase();
const withoutAnswer = async () => {
  const purchase = await open();
  gateway.state.next.push('lost');
  await buyer.pay(purchase);
  return purchase;
};
const declined = async () => {
  const purchase = await withoutAnswer();
  const payment = gateway.payments.at(-1);
  if (payment) payment.status = 'rejected';
  return purchase;
};
const offered = async () => {
  const purchase = await withoutAnswer();
  await letMinutesPass(db, purchase.id, 30);
  await late.sellTo('somebody', purchase.placeIds.slice(-1));
  expect(answerOf(await buyer.confirm(purchase.id)).outcome).toBe('offered');
  return purchase;
};
const atTheCounter = async (): Promise<Purchase> => {
  const placeIds = [100 + taken++, 100 + taken++];
  return { id: answerOf(await counter.take(sale, placeIds)).purchase.id, placeIds, total: 2_000_000 };
};
let taken = 0;

interface Verb {
  readonly name: string;
  readonly has: () => Promise<Purchase>;
  readonly does: (purchase: Purchase) => Promise<unknown>;
  /** The purchase's stage and the states of its places afterwards. */
  readonly leaves: readonly [string, ...string[]];
}

const verbs: readonly Verb[] = [
  {
    name: 'keeps one of two places',
    has: open,
    does: ({ id, placeIds }) => buyer.setPlaces(id, sale, placeIds.slice(0, 1)),
    leaves: ['open', 'held'],
  },
  { name: 'gives places back', has: open, does: ({ id }) => buyer.release(id, sale), leaves: ['open'] },
  { name: 'gives up', has: open, does: ({ id }) => buyer.cancel(id), leaves: ['cancelled'] },
  { name: 'pays cash', has: atTheCounter, does: (purchase) => counter.sell(purchase), leaves: ['paid', 'sold', 'sold'] },
  { name: 'is found to have paid', has: withoutAnswer, does: ({ id }) => buyer.confirm(id), leaves: ['paid', 'sold', 'sold'] },
  { name: 'is declined', has: declined, does: ({ id }) => buyer.confirm(id), leaves: ['open', 'held', 'held'] },
  { name: 'accepts an offer', has: offered, does: ({ id }) => late.accept(id), leaves: ['paid', 'sold', 'sold'] },
];

const stateOf = async ({ id }: Purchase) => [await late.stageOf(id), ...(await late.placesOf(id)).map(({ state }) => state)];

test.each(verbs)('a buyer who $name while a place is locked waits for it', async ({ has, does, leaves }) => {
  const purchase = await has();
  await whileLocked(
    db,
    (tx) => tx`select from place where purchase_id = ${purchase.id} for update`,
    () => does(purchase),
  );
  expect(await stateOf(purchase)).toEqual(leaves);
  expect(await db`select from place where state = 'free' and purchase_id is not null`).toEqual([]);
});

test.each(verbs.filter(({ name }) => name !== 'pays cash'))(
  'a buyer who $name while the purchase is locked waits for it',
  async ({ has, does, leaves }) => {
    const purchase = await has();
    await whileLocked(
      db,
      (tx) => tx`select from purchase where id = ${purchase.id} for update`,
      () => does(purchase),
    );
    expect(await stateOf(purchase)).toEqual(leaves);
  },
);

test('places that are locked when their offer ends are held no longer than to that moment', async () => {
  const purchase = await offered();
  await late.isOver(purchase.id);
  await whileLocked(
    db,
    (tx) => tx`select from place where purchase_id = ${purchase.id} for update`,
    () => expireOffer(app.sale, { purchaseId: purchase.id }),
  );
  const minutesLeft = () => db<{ kind: string; minutes: number }[]>`
    select 'hold' as kind, round(extract(epoch from held_until - clock_timestamp()) / 60)::integer as minutes from hold where purchase_id = ${purchase.id}
     union all select 'place', round(extract(epoch from held_until - clock_timestamp()) / 60)::integer from place where purchase_id = ${purchase.id}`;
  expect((await minutesLeft()).map(({ kind, minutes }) => `${kind} ${Math.abs(minutes)}`)).toEqual(['hold 0', 'place 0', 'place 0']);
  await sweepExpired(app.sale);
  expect(await stateOf(purchase)).toEqual(['cancelled']);
});

test('places that are locked when their purchase has expired are freed once they are unlocked', async () => {
  const purchase = await open();
  await letMinutesPass(db, purchase.id, 20);
  await whileLocked(
    db,
    (tx) => tx`select from place where purchase_id = ${purchase.id} for update`,
    () => sweepExpired(app.sale),
  );
  expect(await stateOf(purchase)).toEqual(['expired']);
});
