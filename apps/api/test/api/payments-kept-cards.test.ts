import { charge, deleteKeptCard, getExport, getPurchase, listKeptCards, listPaymentMethods, payByLink } from '@butaca/contract';
import { afterAll, afterEach, expect, test } from 'vitest';
import { aSandbox, PUBLIC } from '../../../sandbox/test/a-sandbox.ts';
import { freshDatabase, ownerOf } from '../database.ts';
import { cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { aPayway, paywayCards } from '../factories/payway.ts';
import { somePeople } from '../factories/people.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';

const outside = await aSandbox();
const bank = aPayway(outside, 3000);
const database = await freshDatabase();
const { db, close } = database;
const { app, sale, purchase: aPurchase, stranger: aBuyer, close: closeCheckout } = await aCheckout(db, bank.provider, [{ rows: 40 }]);
const people = await somePeople(database, app);
afterAll(async () => {
  await people.close();
  await closeCheckout();
  await close();
});
afterEach(() => outside.control({}));

type Buyer = Pick<Awaited<ReturnType<typeof aBuyer>>, 'call' | 'customerId'>;
const params = (id: string) => ({ params: { purchaseId: id } });

/** Pays with a card that is typed; kept when its buyer has ticked the box. */
async function payTyped(buyer: Buyer, number: string, more: { keepCard?: boolean } = {}) {
  const { id, total } = await aPurchase({ customerId: buyer.customerId });
  return answerOf(await buyer.call(charge, { ...params(id), body: { ...cardForm, ...(await bank.card(number)), ...more, total } }));
}

const cardsAtCheckout = async (buyer: Buyer, id: string) => {
  const { items } = answerOf(await buyer.call(listPaymentMethods, params(id)));
  return items.find(({ savedCards }) => savedCards)?.cards;
};
const cardsInAccount = async (buyer: Buyer) => answerOf(await buyer.call(listKeptCards, {}));

/** What the browser does with a kept card and its security code. */
const exchanged = async (exchange: string | undefined) =>
  (await outside.post(`${outside.api}/tokens`, PUBLIC, { token: exchange, security_code: '123' })).body;

async function payKept(buyer: Buyer, card: { id: string; bin?: string | undefined; exchange?: string | undefined }, over: object = {}) {
  const { id, total } = await aPurchase({ customerId: buyer.customerId });
  const { id: token } = await exchanged(card.exchange);
  const body = {
    ...{ paymentMethodId: 1, token: String(token), bin: card.bin ?? '450799', lastFour: '4905', instalments: 1 },
    ...{ savedCard: card.id, total, acceptsTerms: true, ...over },
  };
  return { id, outcome: await buyer.call(charge, { ...params(id), body }) };
}

async function withKeptCard() {
  const buyer = await aBuyer();
  expect(await payTyped(buyer, paywayCards.plain, { keepCard: true })).toMatchObject({ outcome: 'approved' });
  const { id } = await aPurchase({ customerId: buyer.customerId });
  const [card] = (await cardsAtCheckout(buyer, id)) ?? [];
  if (!card) throw new Error('no card was kept');
  return { buyer, card };
}

test('a card is kept by its buyer’s wish alone, and told of by brand, last digits and expiry (EN-110)', async () => {
  const buyer = await aBuyer();
  await payTyped(buyer, paywayCards.plain);
  const { id } = await aPurchase({ customerId: buyer.customerId });
  expect(await cardsAtCheckout(buyer, id)).toEqual([]);
  await payTyped(buyer, paywayCards.unfunded, { keepCard: true });
  expect(await cardsAtCheckout(buyer, id)).toEqual([]);
  for (const _ of [1, 2]) await payTyped(buyer, paywayCards.plain, { keepCard: true });
  expect(await cardsAtCheckout(buyer, id)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      label: 'Visa terminada en 4905',
      brand: 'visa',
      lastFour: '4905',
      expires: expect.stringMatching(/^08\/\d\d$/),
      bin: '450799',
      exchange: expect.any(String),
    },
  ]);
});

test('a kept card pays with its security code, and nothing of it stays here: no token, no id', async () => {
  const { buyer, card } = await withKeptCard();
  const { id, outcome } = await payKept(buyer, card);
  expect(answerOf(outcome)).toMatchObject({ outcome: 'approved', brand: 'visa', lastFour: '4905', orderId: id });
  const [stored] = await db<{ all: string }[]>`
    select coalesce((select json_agg(it)::text from attempt as it where purchase_id = ${id}), '')
        || coalesce((select json_agg(it)::text from attempt_event as it where purchase_id = ${id}), '')
        || coalesce((select json_agg(it)::text from purchase as it where id = ${id}), '') as all`;
  for (const secret of [card.id, card.exchange ?? '', paywayCards.plain]) expect(stored?.all).not.toContain(secret);
});

test('either of two cards may be a kept one, and either may be kept by its payment: also while the first waits for the second', async () => {
  const { buyer, card } = await withKeptCard();
  const { id, outcome } = await payKept(buyer, card, { firstPart: TICKET_TOTAL });
  expect(answerOf(outcome)).toMatchObject({ outcome: 'secured', amount: TICKET_TOTAL });
  expect((await cardsAtCheckout(buyer, id))?.map(({ lastFour }) => lastFour)).toEqual(['4905']);
  const typed = { ...cardForm, ...(await bank.card(paywayCards.another)), keepCard: true };
  const { total } = answerOf(await buyer.call(getPurchase, params(id))).totals ?? { total: 0 };
  const paid = answerOf(await buyer.call(charge, { ...params(id), body: { ...typed, total } }));
  expect(paid).toMatchObject({ outcome: 'approved', lastFour: paywayCards.another.slice(-4), firstCard: { lastFour: '4905' } });
  const kept = await cardsInAccount(buyer);
  expect(kept.cards.map(({ card: each }) => each.lastFour).toSorted()).toEqual([paywayCards.another.slice(-4), '4905'].toSorted());

  const other = await aBuyer();
  const { id: next, total: price } = await aPurchase({ customerId: other.customerId });
  const first = { ...cardForm, ...(await bank.card(paywayCards.plain)), keepCard: true, firstPart: TICKET_TOTAL, total: price };
  expect(answerOf(await other.call(charge, { ...params(next), body: first }))).toMatchObject({ outcome: 'secured' });
  const [own] = (await cardsAtCheckout(other, next)) ?? [];
  const { id: token } = await exchanged(own?.exchange);
  const body = { paymentMethodId: 1, token: String(token), bin: '450799', lastFour: '4905', instalments: 1, acceptsTerms: true };
  const rest = await other.call(charge, { ...params(next), body: { ...body, savedCard: own?.id ?? '', total: price } });
  expect(answerOf(rest)).toMatchObject({ outcome: 'approved', amount: price });
  expect((await cardsInAccount(buyer)).cards).toHaveLength(2);
});

test('another customer’s card pays nothing and is not deleted, with its id, with its token, or with both (EN-110)', async () => {
  const { buyer: owner, card } = await withKeptCard();
  const { buyer: thief, card: own } = await withKeptCard();
  for (const stolen of [card, { ...own, exchange: card.exchange ?? '' }, { ...card, exchange: own.exchange ?? '' }]) {
    const { id, outcome } = await payKept(thief, stolen);
    expect(answerOf(outcome)).toMatchObject({ outcome: 'declined', purchase: { stage: 'open' } });
    expect(await db`select 1 from place where purchase_id = ${id} and state = 'sold'`).toHaveLength(0);
  }
  // As if it had been typed: without the owner's name Payway takes no kept card.
  const { outcome } = await payKept(thief, card, {
    savedCard: undefined,
    holder: 'X',
    documentType: 'dni',
    documentNumber: '30123456',
    email: 'x@x.example',
  });
  expect(answerOf(outcome).outcome).toBe('declined');
  expect(resultOf(await thief.call(deleteKeptCard, { params: { id: card.id } }))).toBe('not_found');
  expect((await cardsInAccount(owner)).cards).toMatchObject([{ method: expect.any(String), card: { id: card.id } }]);
  expect(answerOf((await payKept(owner, card)).outcome)).toMatchObject({ outcome: 'approved' });
});

test('a deleted card is gone from the account, and pays no more, not with a token of before either', async () => {
  const { buyer, card } = await withKeptCard();
  const { buyer: neighbour } = await withKeptCard();
  const { id: early } = await exchanged(card.exchange);
  expect(answerOf(await buyer.call(deleteKeptCard, { params: { id: card.id } }))).toEqual({ cards: [], isPartial: false });
  expect(resultOf(await buyer.call(deleteKeptCard, { params: { id: card.id } }))).toBe('not_found');
  expect(answerOf((await payKept(buyer, card, { token: String(early) })).outcome).outcome).toBe('declined');
  expect((await cardsInAccount(neighbour)).cards).toHaveLength(1);
});

test('the account’s list says neither digits to pay with nor what is exchanged for a token', async () => {
  const { buyer, card } = await withKeptCard();
  const listed = JSON.stringify(await cardsInAccount(buyer));
  for (const secret of [card.exchange ?? '', '450799']) expect(listed).not.toContain(secret);
});

test('while the gateway is silent the account says that there may be more, a card can be typed, and nothing is deleted', async () => {
  const { buyer, card } = await withKeptCard();
  await outside.control({ silent: true, silentMs: 100 });
  expect(await cardsInAccount(buyer)).toEqual({ cards: [], isPartial: true });
  expect(resultOf(await buyer.call(deleteKeptCard, { params: { id: card.id } }))).toBe('payment_method_down');
  const { id } = await aPurchase({ customerId: buyer.customerId });
  expect(await cardsAtCheckout(buyer, id)).toBeUndefined();
  await outside.control({});
  expect((await cardsInAccount(buyer)).cards).toHaveLength(1);
});

test('who pays by a link neither uses the buyer’s cards nor has one kept for the buyer', async () => {
  const { buyer, card } = await withKeptCard();
  const other = await aPurchase({ customerId: buyer.customerId });
  const { code } = answerOf(await buyer.makeLink(other.id));
  const payer = clientOf(app);
  const { id: token } = await exchanged(card.exchange);
  const body = { ...cardForm, token: String(token), savedCard: card.id, keepCard: true, total: other.total };
  expect(answerOf(await payer.call(payByLink, { params: { code }, body }, { key: 'payer-click-1' })).outcome).toBe('declined');
  const typed = { ...cardForm, ...(await bank.card('5299910010000015')), keepCard: true, total: other.total };
  expect(answerOf(await payer.call(payByLink, { params: { code }, body: typed }, { key: 'payer-click-2' })).outcome).toBe('approved');
  expect((await cardsInAccount(buyer)).cards.map(({ card: { lastFour } }) => lastFour)).toEqual(['4905']);
});

const keptByBank = (customerId: string) => bank.provider.savedCards?.list(customerId);
const jobsLeft = () => db<{ key: string; attempts: number }[]>`
  select key, attempts from graphile_worker.jobs where task_identifier = 'delete-kept-cards' order by run_at`;
const letJobsBeDue = () => ownerOf(db)`update graphile_worker._private_jobs set run_at = now()`;

test('the file with one’s own data has the cards that are kept by brand, last digits and expiry, and nothing that pays', async () => {
  const me = await people.person();
  await payTyped(me, paywayCards.plain, { keepCard: true });
  const { id: opened } = await aPurchase({ customerId: me.customerId });
  const [card] = (await cardsAtCheckout(me, opened)) ?? [];
  const { id } = answerOf(await me.requestExport());
  await people.work();
  const file = await (await me.ok(getExport, { params: { id } })).text();
  expect(JSON.parse(file)['tarjetas guardadas']).toEqual([
    { 'guardada por': expect.any(String), marca: 'Visa', 'últimos cuatro': '4905', vencimiento: card?.expires },
  ]);
  for (const secret of [card?.exchange, card?.id]) expect(file).not.toContain(String(secret));
});

test('the cards of an erased account are deleted at the gateway too, also when it is silent at first; a neighbour keeps theirs', async () => {
  const [me, neighbour] = [await people.person(), await people.person()];
  await payTyped(me, paywayCards.plain, { keepCard: true });
  await payTyped(neighbour, paywayCards.plain, { keepCard: true });
  await ownerOf(db)`update performance set starts_at = now() - interval '25 hours' where id = ${sale.performanceId}`;
  answerOf(await me.erase(await me.erasureCode()));

  await outside.control({ silent: true, silentMs: 100 });
  await people.work();
  await outside.control({});
  expect(await keptByBank(me.customerId)).toHaveLength(1);
  expect(await jobsLeft()).toMatchObject([{ attempts: 1 }, { attempts: 0 }]);

  await letJobsBeDue();
  await people.work();
  expect(await keptByBank(me.customerId)).toEqual([]);
  expect(await jobsLeft()).toEqual([]);
  expect(await keptByBank(neighbour.customerId)).toHaveLength(1);
});
