import { loadBrand } from '@butaca/brand/load';
import { getCaptcha } from '@butaca/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, haveBuyers, solvedCaptcha } from '../factories/customers.ts';
import { DECLINED_TEXT } from '../factories/gateway.ts';
import { stageOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { card, gateway, purchase: aPurchase, sale, close: closeCheckout } = await aCheckout(db, undefined, [{ rows: 20 }]);
const { brand } = await loadBrand('butaca');
/** With the limits that a brand has unless it says otherwise. */
const app = await customersApp(db, { brand, payments: [card] });
/** A process where few tries from one network are allowed. */
const strict = await customersApp(db, {
  brand: { ...brand, cardTries: { ...brand.cardTries, network: { most: 4, minutes: 10 } } },
  payments: [card],
});
afterAll(async () => {
  await app.close();
  await strict.close();
  await closeCheckout();
  await close();
});
beforeEach(async () => {
  gateway.charges.length = 0;
  Object.assign(gateway.state, { next: [], declineAs: 'insufficient_amount', delayMs: 0 });
  await db`delete from card_try`;
});

let networks = 0;
/** Buyers whom nobody has seen yet, each on a network of their own. */
async function buyers<const Count extends number>(count: Count, { at = app, ip = (): string => `198.18.${++networks}.7` } = {}) {
  const signedIn = await haveBuyers(db, count);
  return signedIn.map((each) => ({ ...each, ...buyerAt(at, { token: each.token, ip: ip() }) }));
}
type Buyer = Awaited<ReturnType<typeof buyers>>[number];

const decline = (times: number) => gateway.state.next.push(...Array(times).fill('decline'));
const purchaseOf = ({ customerId }: Buyer) => aPurchase({ customerId });
/** Another card each time. */
let cards = 0;
const anotherCard = () => ({ lastFour: String(1000 + (cards++ % 9000)) });
const triesOf = async () => (await db<{ count: number }[]>`select count(*)::int as count from card_try`)[0]?.count;

test('a purchase ends with its fifth decline, the gateway hears of no further card, and its places are free for others', async () => {
  const [thief, honest] = (await buyers(2)) as [Buyer, Buyer];
  const purchase = await purchaseOf(thief);
  decline(80);
  const answers = [];
  for (let tries = 0; tries < 80; tries++) answers.push(resultOf(await thief.pay(purchase, anotherCard())));
  expect(gateway.charges).toHaveLength(5);
  expect(answers).toEqual([...Array(5).fill('ok'), ...Array(75).fill('purchase_over')]);
  expect(await stageOf(db, purchase.id)).toBe('cancelled');
  gateway.state.next.length = 0;
  const { purchase: theirs } = answerOf(await honest.take(sale, purchase.placeIds));
  expect(theirs.performances[0]?.places?.map(({ placeId }) => placeId)).toEqual(purchase.placeIds);
});

test('each decline says how many tries are left, and the last one that the purchase is over', async () => {
  const [buyer] = (await buyers(1)) as [Buyer];
  const purchase = await purchaseOf(buyer);
  decline(5);
  const left = [];
  for (let tries = 0; tries < 5; tries++) {
    const { triesLeft, purchase: after } = answerOf(await buyer.pay(purchase, anotherCard()));
    left.push([triesLeft, after.stage]);
  }
  expect(left).toEqual([
    [4, 'open'],
    [3, 'open'],
    [2, 'open'],
    [1, 'open'],
    [0, 'cancelled'],
  ]);
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'declined', triesLeft: 0, purchase: { stage: 'cancelled' } });
});

test('two declines tell what the buyer can do, every later one the same sentence, in another purchase too (PO-003)', async () => {
  const [buyer, other] = (await buyers(2)) as [Buyer, Buyer];
  const messageOf = async (who: Buyer, purchase: Awaited<ReturnType<typeof purchaseOf>>, reason: string) => {
    gateway.state.declineAs = reason;
    decline(1);
    return answerOf(await who.pay(purchase, anotherCard())).message;
  };
  const [first, second] = [await purchaseOf(buyer), await purchaseOf(buyer)];
  expect(await messageOf(buyer, first, 'insufficient_amount')).toMatch(/fondos/);
  expect(await messageOf(buyer, first, 'expired_card')).toMatch(/vencida/);
  const common = await messageOf(buyer, first, 'insufficient_amount');
  expect(common).not.toMatch(/fondos|vencida/);
  for (const reason of ['expired_card', 'request_authorization_card', 'security_code_error'])
    expect(await messageOf(buyer, second, reason)).toBe(common);
  // Another customer still hears what concerns them.
  expect(await messageOf(other, await purchaseOf(other), 'request_authorization_card')).toMatch(/banco tiene que autorizar/);
  expect(await messageOf(other, await purchaseOf(other), 'security_code_error')).toBe(common);
  expect(common).not.toBe(DECLINED_TEXT);
});

test('after ten declines within an hour a customer waits, whatever the purchase and the card; others pay', async () => {
  const [thief, honest] = (await buyers(2, { ip: () => '198.51.100.7' })) as [Buyer, Buyer];
  const purchases = [await purchaseOf(thief), await purchaseOf(thief), await purchaseOf(thief)] as const;
  decline(10);
  for (const purchase of purchases.slice(0, 2)) for (let tries = 0; tries < 5; tries++) answerOf(await thief.pay(purchase, anotherCard()));
  const refused = await thief.pay(purchases[2], anotherCard());
  expect(refused).toMatchObject({ failure: 'too_many_card_tries', data: { scope: 'buyer' } });
  expect((refused as { data: { retryAfterSeconds: number } }).data.retryAfterSeconds).toBeGreaterThan(3500);
  expect(gateway.charges).toHaveLength(10);
  expect(await stageOf(db, purchases[2].id)).toBe('open');
  // The same network, another customer.
  expect(answerOf(await honest.pay(await purchaseOf(honest), anotherCard()))).toMatchObject({ outcome: 'approved' });
  await letMinutesPass(db, purchases[0].id, 59);
  expect(await thief.pay(purchases[2], anotherCard())).toMatchObject({ failure: 'too_many_card_tries' });
  await letMinutesPass(db, purchases[0].id, 2);
  expect(answerOf(await thief.pay(purchases[2], anotherCard()))).toMatchObject({ outcome: 'approved' });
});

test('a card that was declined six times waits, whichever accounts and networks try it, also all at once; another card pays', async () => {
  const accounts = await buyers(12);
  const stolen = { bin: '450799', lastFour: '6661' };
  const purchases = await Promise.all(accounts.map(purchaseOf));
  decline(12);
  const answers = await Promise.all(accounts.map((account, index) => account.pay(purchases[index] as never, stolen)));
  expect(gateway.charges).toHaveLength(6);
  expect(answers.map(resultOf).sort()).toEqual([...Array(6).fill('ok'), ...Array(6).fill('too_many_card_tries')]);
  const late = answers.findIndex((answer) => resultOf(answer) === 'too_many_card_tries');
  expect(answers[late]).toMatchObject({ data: { scope: 'card' } });
  gateway.state.next.length = 0;
  const [account, purchase] = [accounts[late] as Buyer, purchases[late] as Awaited<ReturnType<typeof purchaseOf>>];
  expect(await account.pay(purchase, { ...stolen, lastFour: '6662' })).toMatchObject({ data: { outcome: 'approved' } });
});

test('a network with many declines waits; a buyer elsewhere does not, nor one there ten minutes later', async () => {
  const accounts = await buyers(5, { at: strict, ip: () => `203.0.113.${++networks}` });
  const purchases = await Promise.all(accounts.map(purchaseOf));
  decline(4);
  for (let index = 0; index < 4; index++) answerOf(await (accounts[index] as Buyer).pay(purchases[index] as never, anotherCard()));
  const [last, itsPurchase] = [accounts[4] as Buyer, purchases[4] as Awaited<ReturnType<typeof purchaseOf>>];
  expect(await last.pay(itsPurchase)).toMatchObject({ failure: 'too_many_card_tries', data: { scope: 'buyer' } });
  expect(gateway.charges).toHaveLength(4);
  const [elsewhere] = (await buyers(1, { at: strict })) as [Buyer];
  expect(answerOf(await elsewhere.pay(await purchaseOf(elsewhere)))).toMatchObject({ outcome: 'approved' });
  await letMinutesPass(db, (purchases[0] as { id: string }).id, 11);
  expect(answerOf(await last.pay(itsPurchase))).toMatchObject({ outcome: 'approved' });
});

test('payments that are not decided yet keep nobody at their network waiting', async () => {
  const crowd = await buyers(6, { at: strict, ip: () => '198.51.100.40' });
  gateway.state.next.push(...Array(5).fill('review'));
  const outcomes = [];
  for (const buyer of crowd) outcomes.push(answerOf(await buyer.pay(await purchaseOf(buyer), anotherCard())).outcome);
  expect(outcomes).toEqual([...Array(5).fill('pending'), 'approved']);
});

test('payments that are approved count for no limit, and clear nobody’s declines', async () => {
  const accounts = await buyers(8, { at: strict, ip: () => '192.0.2.7' });
  const sameCard = { lastFour: '4905' };
  const [first] = accounts as [Buyer];
  decline(1);
  answerOf(await first.pay(await purchaseOf(first), sameCard));
  for (const account of accounts)
    expect(answerOf(await account.pay(await purchaseOf(account), sameCard))).toMatchObject({ outcome: 'approved' });
  for (let bought = 0; bought < 11; bought++) answerOf(await first.pay(await purchaseOf(first), sameCard));
  expect(await triesOf()).toBe(1);
});

test('a payment of unknown outcome counts until it is known to be approved', async () => {
  const [buyer] = (await buyers(1)) as [Buyer];
  const purchase = await purchaseOf(buyer);
  gateway.state.next.push('lost');
  expect(answerOf(await buyer.pay(purchase))).toMatchObject({ outcome: 'unknown' });
  expect(await triesOf()).toBe(1);
  await letMinutesPass(db, purchase.id, 1);
  await reconcilePayments(app.sale);
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'approved' });
  expect(await triesOf()).toBe(0);
});

test('what is counted names neither a card nor a customer nor an address', async () => {
  const [buyer] = (await buyers(1, { ip: () => '203.0.113.99' })) as [Buyer];
  decline(1);
  answerOf(await buyer.pay(await purchaseOf(buyer), { lastFour: '4905' }));
  const [row] = await db<{ row: string }[]>`select row_to_json(card_try)::text as row from card_try`;
  for (const secret of ['450799', '4905', '203.0.113', buyer.customerId]) expect(row?.row).not.toContain(secret);
});

test('declined cards make the next captchas of their network more work, and nobody else’s', async () => {
  const guarded = await customersApp(db, { brand, payments: [card], captcha: { cost: 1 } });
  try {
    const ip = '198.19.7.7';
    const [thief] = (await buyers(1, { at: guarded, ip: () => ip })) as [Buyer];
    const workFor = async (from: string) => {
      const { challenge } = await clientOf(guarded, { ip: from }).ok(getCaptcha, { query: { purpose: 'payment' } });
      return (await solveChallenge({ challenge: challenge as never, deriveKey }))?.counter ?? 0;
    };
    const purchase = await purchaseOf(thief);
    decline(4);
    for (let tries = 0; tries < 4; tries++)
      answerOf(await thief.pay(purchase, { ...anotherCard(), captcha: await solvedCaptcha(guarded, 'payment') }));
    // Eight times the usual, which is 150 to 300.
    expect(await workFor('198.19.7.8')).toBeGreaterThanOrEqual(1200);
    expect(await workFor('198.19.8.7')).toBeLessThanOrEqual(300);
  } finally {
    await guarded.close();
  }
});
