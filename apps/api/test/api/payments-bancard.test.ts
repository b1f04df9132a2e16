import { cancelCardCheck, confirmCardCheck, deleteCard, getOrder, listPaymentMethods, payInFrame, saveCard } from '@butaca/contract';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { BancardSwitches } from '../../../sandbox/src/bancard/switches.ts';
import { freshDatabase } from '../database.ts';
import { aBancard, bancardCards } from '../factories/bancard.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp, haveBuyers, solvedCaptcha } from '../factories/customers.ts';

const SOON = { timeout: limit(20_000), interval: 50 };

const { url, outside, brand, provider, confirmTo, inFrame, close: closeBancard } = await aBancard();
const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, provider, [{ rows: 10 }], { brand });
const { app, purchase: aPurchase, buyer } = checkout;
confirmTo(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(async () => {
  await checkout.close();
  await closeBancard();
  await close();
});
beforeEach(() => {
  outside.switches = BancardSwitches.parse({});
});

const params = (id: string) => ({ params: { purchaseId: id } });
type Buyer = Pick<typeof buyer, 'call'>;
const payBy = async ({ id, total }: { id: string; total: number }, savedCard?: string, who: Buyer = buyer, key?: string) =>
  who.call(payInFrame, { ...params(id), body: { total, acceptsTerms: true, savedCard } }, { key });
const confirm = async (id: string) => answerOf(await buyer.call(confirmCardCheck, { ...params(id), body: {} }));
const cancel = async (id: string) => answerOf(await buyer.call(cancelCardCheck, params(id)));
const cardsOf = async (id: string, who: Buyer = buyer) => {
  const { items } = answerOf(await who.call(listPaymentMethods, params(id)));
  return items.find(({ savedCards }) => savedCards)?.cards;
};

async function save(purchaseId: string, number: string, who: Buyer = buyer) {
  const { next } = answerOf(await who.call(saveCard, { ...params(purchaseId), body: {} }));
  expect(await inFrame(next, 'approved', number)).toMatchObject({ message: 'add_new_card_success' });
}
const answersOf = async (id: string) =>
  (await db<{ text: string }[]>`select facts::text as text from attempt_event where purchase_id = ${id}`).map(({ text }) => text);

test('a buyer pays in Bancard’s frame: the result is approved once Bancard has said so to us, and not when the frame says it (CA-072)', async () => {
  const purchase = await aPurchase();
  const begun = answerOf(await payBy(purchase));
  expect(begun).toMatchObject({
    outcome: 'processing',
    next: { kind: 'frame', url: expect.stringContaining(`${url}/checkout/new?process_id=`), origin: new URL(url).origin },
  });
  expect(await confirm(purchase.id)).toMatchObject({ outcome: 'processing', next: begun.next });
  await inFrame(begun.next, 'approved');
  await vi.waitFor(async () => expect(answerOf(await buyer.confirm(purchase.id)).outcome).toBe('approved'), SOON);
  expect(answerOf(await buyer.call(getOrder, { params: { orderId: purchase.id }, query: {} }))).toBeTruthy();
  const [sent] = outside.paymentsMade();
  expect(sent).toMatchObject({ amount: `${purchase.total / 100}.00`, currency: 'PYG', state: 'approved' });
});

test('a confirmation sells by itself: twice, early or late it sells once; a forged one does nothing', async () => {
  for (const confirms of ['once', 'twice', 'early'] as const) {
    outside.switches = BancardSwitches.parse({ confirms });
    const purchase = await aPurchase();
    await inFrame(answerOf(await payBy(purchase)).next, 'approved');
    await vi.waitFor(async () => {
      const [row] = await db<{ state: string }[]>`select state from attempt where purchase_id = ${purchase.id}`;
      expect(row?.state).toBe('approved');
    }, SOON);
    const [sold] = await db<{ count: number }[]>`
      select count(*)::int as count from ledger_transaction where purchase_id = ${purchase.id}`;
    expect(sold?.count).toBe(1);
  }
  outside.switches = BancardSwitches.parse({ confirms: 'forged' });
  const purchase = await aPurchase();
  await inFrame(answerOf(await payBy(purchase)).next, 'approved');
  await vi.waitFor(() => expect(outside.confirmsSent.at(-1)).toMatchObject({ answered: 401 }), SOON);
  const [row] = await db<{ state: string }[]>`select state from attempt where purchase_id = ${purchase.id}`;
  expect(row?.state).toBe('processing');
  await vi.waitFor(async () => expect(await confirm(purchase.id)).toMatchObject({ outcome: 'approved' }), SOON);
});

test('a decline is told in our words, the purchase stays, and nothing of Bancard’s inside reaches the buyer or the log', async () => {
  const purchase = await aPurchase();
  await inFrame(answerOf(await payBy(purchase)).next, 'approved', bancardCards.declined);
  // Bancard's own call is being answered at the same time, and it is asked once a second at most.
  await vi.waitFor(async () => expect(await confirm(purchase.id)).not.toMatchObject({ outcome: 'processing' }), SOON);
  const result = await confirm(purchase.id);
  expect(result).toMatchObject({ outcome: 'declined', message: expect.stringContaining('fondos'), purchase: { stage: 'open' } });
  expect(JSON.stringify(result)).not.toMatch(/interno|response_code|risk_index/);
  expect((await answersOf(purchase.id)).join()).not.toMatch(/interno|authorization|risk_index|ticket_number/);
});

test('when Bancard does not answer, nothing was paid, and places and purchase stay', async () => {
  for (const trouble of [{ failNext: 1 }, { loseBefore: 1 }, { loseAfter: 1 }]) {
    outside.switches = BancardSwitches.parse(trouble);
    const purchase = await aPurchase();
    expect(await payBy(purchase)).toMatchObject({ status: 'refusal', failure: 'payment_method_down' });
    expect(answerOf(await buyer.purchase(purchase.id))).toMatchObject({ stage: 'open' });
    expect(answerOf(await payBy(purchase))).toMatchObject({ outcome: 'processing' });
  }
});

test('a card is saved by its owner’s wish alone, listed with its last digits, and charged by an alias that no browser has seen (EN-110, CA-073)', async () => {
  const owner = await checkout.stranger();
  const purchase = await aPurchase({ customerId: owner.customerId });
  expect(await cardsOf(purchase.id, owner)).toEqual([]);
  await inFrame(answerOf(await payBy(purchase, undefined, owner)).next, 'approved');
  const next = await aPurchase({ customerId: owner.customerId });
  expect(await cardsOf(next.id, owner)).toEqual([]);

  await save(next.id, bancardCards.approved, owner);
  const [card] = (await cardsOf(next.id, owner)) ?? [];
  expect(card).toEqual({
    id: expect.stringMatching(/^\d{1,16}$/),
    label: 'Visa terminada en 0016',
    brand: 'Visa',
    lastFour: '0016',
    expires: expect.any(String),
  });
  expect(answerOf(await payBy(next, card?.id, owner))).toMatchObject({ outcome: 'approved' });
  expect((await answersOf(next.id)).join()).not.toMatch(/[0-9a-f]{64}/);
});

test('another customer’s card is not there for anybody else: not to pay with, and not to delete (EN-110)', async () => {
  const owner = await checkout.stranger();
  const theirs = await aPurchase({ customerId: owner.customerId });
  await save(theirs.id, bancardCards.approved, owner);
  const [card] = (await cardsOf(theirs.id, owner)) ?? [];
  const mine = await aPurchase();
  expect(await cardsOf(mine.id)).not.toContainEqual(card);
  expect(answerOf(await payBy(mine, card?.id))).toMatchObject({ outcome: 'declined' });
  const remove = { params: { purchaseId: mine.id, savedCard: card?.id ?? '' } };
  expect(await buyer.call(deleteCard, remove)).toMatchObject({ status: 'refusal', failure: 'not_found' });
  expect(await buyer.call(deleteCard, { params: { ...remove.params, purchaseId: theirs.id } })).toMatchObject({ failure: 'not_found' });
  expect(await cardsOf(theirs.id, owner)).toEqual([card]);
});

test('a saved card is deleted at Bancard and pays no more (CA-074)', async () => {
  const owner = await checkout.stranger();
  const purchase = await aPurchase({ customerId: owner.customerId });
  await save(purchase.id, bancardCards.approved, owner);
  await save(purchase.id, bancardCards.threeDSecure, owner);
  const cards = (await cardsOf(purchase.id, owner)) ?? [];
  const [first, second] = cards;
  const params = { purchaseId: purchase.id, savedCard: first?.id ?? '' };
  expect(answerOf(await owner.call(deleteCard, { params }))).toEqual({ items: [second] });
  expect(await owner.call(deleteCard, { params })).toMatchObject({ failure: 'not_found' });
  expect(answerOf(await payBy(purchase, first?.id, owner))).toMatchObject({ outcome: 'declined' });
});

test('nobody keeps more than ten cards', async () => {
  const owner = await checkout.stranger();
  const purchase = await aPurchase({ customerId: owner.customerId });
  await save(purchase.id, bancardCards.approved, owner);
  const [saved] = outside.cards.all().slice(-1);
  for (let more = 1; more < 10; more++) outside.cards.add({ ...(saved as NonNullable<typeof saved>), key: `other ${more}` });
  expect(await owner.call(saveCard, { ...params(purchase.id), body: {} })).toMatchObject({ failure: 'too_many_entries' });
});

test('with 3-D Secure the bank is asked in a frame, and its yes or no is asked for at Bancard (CA-076)', async () => {
  const owner = await checkout.stranger();
  const confirmOf = async (id: string) => answerOf(await owner.call(confirmCardCheck, { ...params(id), body: {} }));
  const purchase = await aPurchase({ customerId: owner.customerId });
  await save(purchase.id, bancardCards.threeDSecure, owner);
  const [card] = (await cardsOf(purchase.id, owner)) ?? [];
  outside.switches = BancardSwitches.parse({ confirms: 'never' });

  const failed = answerOf(await payBy(purchase, card?.id, owner));
  expect(failed).toMatchObject({ outcome: 'processing', next: { kind: 'frame', url: expect.stringContaining('/charge_3ds/new?') } });
  await inFrame(failed.next, 'declined');
  expect(await confirmOf(purchase.id)).toMatchObject({ outcome: 'declined', purchase: { stage: 'open' } });

  await inFrame(answerOf(await payBy(purchase, card?.id, owner)).next, 'approved');
  expect(await confirmOf(purchase.id)).toMatchObject({ outcome: 'approved', orderId: purchase.id });
});

test('a payment that is given up is closed at Bancard too, and the purchase can be paid again (CA-075)', async () => {
  const purchase = await aPurchase();
  const { next } = answerOf(await payBy(purchase));
  expect(await cancel(purchase.id)).toMatchObject({ outcome: 'cancelled', purchase: { stage: 'open' } });
  expect(await cancel(purchase.id)).toMatchObject({ outcome: 'cancelled' });
  expect(outside.paymentsMade()[0]).toMatchObject({ state: 'rolled_back', code: null });
  const process = outside.process(new URL(next?.url ?? '').searchParams.get('process_id') ?? '');
  expect(process && outside.isOpen(process)).toBe(false);
  expect(answerOf(await payBy(purchase))).toMatchObject({ outcome: 'processing' });
});

test('given up and paid at the same moment, a purchase is sold or its money goes back, never both', async () => {
  for (let round = 0; round < 6; round++) {
    outside.switches = BancardSwitches.parse({ confirms: round % 2 === 0 ? 'once' : 'early' });
    const purchase = await aPurchase();
    const { next } = answerOf(await payBy(purchase));
    const shopProcess = outside.paymentsMade()[0]?.shopProcessId;
    await Promise.allSettled([cancel(purchase.id), inFrame(next, 'approved'), cancel(purchase.id)]);
    await vi.waitFor(async () => {
      await buyer.confirm(purchase.id);
      const [row] = await db<{ state: string; stage: string }[]>`
        select attempt.state, purchase.stage from attempt join purchase on purchase.id = purchase_id where purchase_id = ${purchase.id}`;
      const there = outside.paymentsMade().find(({ shopProcessId }) => shopProcessId === shopProcess);
      expect([row?.state, row?.stage, there?.state]).toEqual(
        row?.stage === 'paid' ? ['approved', 'paid', 'approved'] : [expect.stringMatching(/cancelled|reversed/), 'open', 'rolled_back'],
      );
    }, SOON);
  }
});

test('a call of Bancard’s name exists only where the brand is paid by Bancard, and only for one’s own purchase (CA-072, CA-073, CA-074)', async () => {
  const purchase = await aPurchase();
  const other = await checkout.stranger();
  expect(await payBy(purchase, undefined, other)).toMatchObject({ failure: 'not_found' });
  expect(await other.call(saveCard, { ...params(purchase.id), body: {} })).toMatchObject({ failure: 'not_found' });
  expect(await other.call(cancelCardCheck, params(purchase.id))).toMatchObject({ failure: 'not_found' });
  const { db: otherDb, close: closeOther } = await freshDatabase();
  const plain = await aCheckout(otherDb);
  const open = await plain.purchase();
  expect(await payBy(open, undefined, plain.buyer)).toMatchObject({ failure: 'payment_method_unavailable' });
  await plain.close();
  await closeOther();
});

test.each([
  ['goes back on its day', 0, 'reversed', 'rolled_back'],
  ['stays owed when it is too late for a rollback', 86_400, 'returning', 'approved'],
])('money for a payment that was given up %s', async (_, seconds, state, there) => {
  const purchase = await aPurchase();
  const { next } = answerOf(await payBy(purchase));
  outside.switches = BancardSwitches.parse({ confirms: 'never', failRollbacks: 1 });
  // Closed here while Bancard could not be told.
  expect(await cancel(purchase.id)).toMatchObject({ outcome: 'cancelled' });
  await inFrame(next, 'approved');
  outside.clock.advance(seconds * 1000);
  // A call that comes within a second of the last question is left to the worker; here it comes again.
  await vi.waitFor(async () => {
    await confirmAgain(purchase.id);
    const [late] = await db<{ state: string }[]>`select state from attempt where purchase_id = ${purchase.id}`;
    expect(late?.state).toBe(state);
  }, SOON);
  expect(outside.paymentsMade()[0]).toMatchObject({ state: there, code: '00' });
});

/** Bancard's confirmation, sent by hand. */
async function confirmAgain(purchaseId: string) {
  const [row] = await db<{ number: string }[]>`select number::text as number from attempt where purchase_id = ${purchaseId}`;
  await outside.confirmAgain(Number(row?.number));
}

test('cards that are declined in the frame count for their customer, who has to wait beyond the limit; another customer has not', async () => {
  const cardTries = { ...brand.cardTries, customer: { most: 2, minutes: 60 }, network: { most: 60, minutes: 10 } };
  const strict = await customersApp(db, { brand: { ...brand, cardTries }, payments: [provider] });
  confirmTo(await strict.listen({ host: '127.0.0.1', port: 0 }));
  try {
    const [thief, honest] = await haveBuyers(db, 2);
    const by = ({ token }: { token: string }) => buyerAt(strict, { token, ip: '198.18.7.7' });
    const purchase = await aPurchase({ customerId: thief.customerId });
    for (let tries = 0; tries < 2; tries++) {
      await inFrame(answerOf(await payBy(purchase, undefined, by(thief))).next, 'declined');
      await vi.waitFor(async () => expect(answerOf(await by(thief).confirm(purchase.id)).outcome).toBe('declined'), SOON);
    }
    expect(await payBy(purchase, undefined, by(thief))).toMatchObject({ failure: 'too_many_card_tries', data: { scope: 'buyer' } });
    const theirs = await aPurchase({ customerId: honest.customerId });
    expect(answerOf(await payBy(theirs, undefined, by(honest)))).toMatchObject({ outcome: 'processing' });
  } finally {
    await strict.close();
    confirmTo(`http://127.0.0.1:${(app.server.address() as { port: number }).port}`);
  }
});

test('a card is saved by a person: without a solved captcha none is begun, at Bancard neither, and each captcha counts once (CA-073)', async () => {
  const asking = await customersApp(db, { brand, payments: [provider], captcha: { cost: 50 } });
  onTestFinished(() => asking.close());
  const [owner] = await haveBuyers(db, 1);
  const by = buyerAt(asking, { token: owner.token });
  const purchase = await aPurchase({ customerId: owner.customerId });
  const saveWith = (captcha?: string) => by.call(saveCard, { ...params(purchase.id), body: { captcha } });
  expect(await saveWith()).toMatchObject({ failure: 'captcha_failed' });
  const solved = await solvedCaptcha(asking, 'payment');
  expect(answerOf(await saveWith(solved)).next).toMatchObject({ kind: 'frame' });
  expect(await saveWith(solved)).toMatchObject({ failure: 'captcha_failed' });
});

test('after five cards in an hour an account waits to save another one, from all its tabs together; another customer does not', async () => {
  const owner = await checkout.stranger();
  const purchase = await aPurchase({ customerId: owner.customerId });
  const begun = await Promise.all(Array.from({ length: 9 }, () => owner.call(saveCard, { ...params(purchase.id), body: {} })));
  expect(begun.filter(({ status }) => status === 'ok')).toHaveLength(5);
  expect(begun.filter(({ status }) => status !== 'ok')).toEqual(
    Array.from({ length: 4 }, () =>
      expect.objectContaining({ failure: 'too_many_attempts', data: { retryAfterSeconds: expect.any(Number) } }),
    ),
  );
  const other = await checkout.stranger();
  const theirs = await aPurchase({ customerId: other.customerId });
  expect(await other.call(saveCard, { ...params(theirs.id), body: {} })).toMatchObject({ status: 'ok' });
});

test('accounts of one network save thirty cards in an hour together, and another network is free to', async () => {
  const accounts = await haveBuyers(db, 8);
  const saveFrom = async (ip: string, { customerId, token }: (typeof accounts)[number], times: number) => {
    const { id } = await aPurchase({ customerId });
    const by = buyerAt(app, { token, ip });
    return Promise.all(Array.from({ length: times }, () => by.call(saveCard, { ...params(id), body: {} })));
  };
  for (const account of accounts.slice(0, 6))
    expect((await saveFrom('198.18.40.7', account, 5)).every(({ status }) => status === 'ok')).toBe(true);
  expect(await saveFrom('198.18.40.9', accounts[6] as (typeof accounts)[number], 1)).toMatchObject([{ failure: 'too_many_attempts' }]);
  expect(await saveFrom('198.18.41.7', accounts[7] as (typeof accounts)[number], 1)).toMatchObject([{ status: 'ok' }]);
});
