import type { PaymentMethod } from '@butaca/contract';
import { afterAll, afterEach, expect, test } from 'vitest';
import { HostedSwitches } from '../../../sandbox/src/hosted/switches.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { anOrganiser } from '../factories/office.ts';
import { aBeginning, anAttemptAt } from '../factories/provider.ts';
import { placesOf, stageOf, ticketsOf } from '../factories/purchase.ts';
import { letJobsAge, letMinutesPass } from '../factories/time.ts';
import { aShopWithWallets, newestOrder } from '../factories/wallets.ts';

/** Means of payment that are confirmed hours or days later, at Mercado Pago (decision 098). */
const HOUR = 60;
const HOUR_MS = 3_600_000;
const HOURS = 48;
const rule = { hours: HOURS, mostPercent: 2 };
const startsAt = Temporal.Instant.from('2031-03-14T20:30:00Z');

const [slow, strict] = [await freshDatabase(), await freshDatabase()];
/** 400 places, of which 8 may wait. */
const shop = await aShopWithWallets(slow.db, { startsAt, slowPayments: rule });
const strictShop = await aShopWithWallets(strict.db, { startsAt });
const { db } = slow;
const there = shop.hosted.mercadopago.hosted;
/** Mercado Pago tells nothing by itself: what a page's question and the worker find is what happens. */
const calm = () => {
  there.switches = HostedSwitches.parse({ webhooks: 'never' });
};
calm();
afterEach(async () => {
  calm();
  await db`delete from hold where state = 'held'`;
});
afterAll(async () => {
  await Promise.all([shop.close(), strictShop.close()]);
  await Promise.all([slow.close(), strict.close()]);
});

type Shop = typeof shop;
type Bought = Awaited<ReturnType<Shop['purchase']>>;

const methodOf = async ({ buyer, id }: Bought): Promise<PaymentMethod | undefined> =>
  answerOf(await buyer.paymentMethods(id)).items.find(({ name }) => name === 'mercadopago');
const heldOf = async (id: string) => [
  ...(await db<{ placeId: number; left: number }[]>`
    select place_id as "placeId", round(extract(epoch from held_until - clock_timestamp()) / 3600)::integer as left from place
     where purchase_id = ${id} and state = 'held' order by 1`),
];
const tables = () => db`
  select id, stage, (select jsonb_agg(place order by place_id) from place where purchase_id = purchase.id) as places,
         (select jsonb_agg(hold) from hold where purchase_id = purchase.id) as holds from purchase order by id`;
const mails = async () => (await mailsSent({ db, url: slow.url })).filter(({ messageId }) => messageId.startsWith('<tell-of-pending'));

/** Its buyer chooses cash on Mercado Pago's page. */
async function inCash({ isNewcomer = false } = {}) {
  const purchase = await shop.purchase('mercadopago', { isNewcomer });
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  expect(await there.decide(order, 'pending')).toBe(true);
  return { ...purchase, order, shown: answerOf(await purchase.buyer.confirm(purchase.id)) };
}

test('without a rule of the show Mercado Pago offers only what is confirmed at once, and what would wait is declined (PO-004)', async () => {
  const purchase = await strictShop.purchase('mercadopago');
  expect(await methodOf(purchase)).not.toHaveProperty('slowHours');
  const next = answerOf(await purchase.pay()).next;
  const page = await fetch(next?.url ?? '');
  const shown = await page.text();
  expect(shown).toContain('Pagar');
  expect(shown).not.toContain('Dejarlo pendiente');
  const hosted = strictShop.hosted.mercadopago.hosted;
  await hosted.decide(newestOrder(hosted), 'pending');
  expect(hosted.paymentsMade()[0]?.state).toBe('declined');
  // Its page takes another try.
  expect(answerOf(await purchase.buyer.confirm(purchase.id)).outcome).toBe('processing');
});

test('a show that allows it keeps the places as long as it says, on the page, in the order, in the mail and in the hall (PO-004)', async () => {
  const neighbour = await shop.purchase('mercadopago');
  const before = (await tables()).filter(({ id }) => id === neighbour.id);
  const purchase = await shop.purchase('mercadopago');
  expect((await methodOf(purchase))?.slowHours).toBe(HOURS);
  const asked = answerOf(await purchase.pay());
  expect(await (await fetch(asked.next?.url ?? '')).text()).toContain('Dejarlo pendiente');
  await there.decide(newestOrder(there), 'pending');

  const from = Date.now();
  const shown = answerOf(await purchase.buyer.confirm(purchase.id));
  expect([shown.outcome, shown.maySlip]).toEqual(['pending', true]);
  const left = ((shown.heldUntil ?? 0) - from) / HOUR_MS;
  expect(Math.round(left)).toBe(HOURS);
  const order = answerOf(await purchase.buyer.order(purchase.id));
  expect([order.state, order.heldUntil]).toEqual(['pending', shown.heldUntil]);
  expect(await heldOf(purchase.id)).toEqual(purchase.placeIds.map((placeId) => ({ placeId, left: HOURS })));

  expect(await mails()).toEqual([]);
  await letJobsAge(db, 180);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Tu pago de Hamlet está pendiente');
  // To the minute, and as the tables have it less the seconds of grace.
  const [day, time] = [{ day: 'numeric', month: 'long' } as const, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const].map(
    (style) => new Intl.DateTimeFormat('es-AR', { ...style, timeZone: 'America/Argentina/Buenos_Aires' }).format(shown.heldUntil),
  );
  expect(mail?.text).toMatch(new RegExp(`Guardamos tus lugares hasta el \\S+ ${day}, ${time}\\.`));
  const [{ untilMs } = { untilMs: 0 }] = await db<{ untilMs: number }[]>`
    select (extract(epoch from min(held_until)) * 1000)::float8 as "untilMs" from place where purchase_id = ${purchase.id}`;
  expect(Math.abs(untilMs - 5000 - (shown.heldUntil ?? 0))).toBeLessThan(2);
  expect((await tables()).filter(({ id }) => id === neighbour.id)).toEqual(before);
});

test('an hour before the end the places are its own: nobody else gets them, and what is paid then is sold', async () => {
  const { id, placeIds, buyer, order, total } = await inCash();
  await letMinutesPass(db, id, (HOURS - 1) * HOUR);
  await reconcilePayments(shop.app.sale);
  expect(resultOf(await buyer.take(shop.sale, placeIds))).toBe('places_taken');
  await there.decide(order, 'approved');
  await letMinutesPass(db, id, 1);
  expect(answerOf(await buyer.confirm(id)).outcome).toBe('approved');
  expect(await ticketsOf(db, id)).toEqual(placeIds);
  expect((await balancesOf(db, id)).find(({ account }) => account.startsWith('clearing'))?.balance).toBe(total);
  await letJobsAge(db, 180);
  expect(await mails()).toEqual([]);
});

test('page and mail of a payment in cash lead to its slip, and name the moment until which it may be paid', async () => {
  const { id, buyer, shown, order } = await inCash();
  const slip = `${shop.outside}/mercadopago/cupon/${order.payments[0]?.id}`;
  expect(shown.slip).toBe(slip);
  expect((await fetch(slip)).status).toBe(200);
  await letJobsAge(db, 180);
  const [mail] = await mails();
  expect(mail?.text).toMatch(/pagá con los datos que te dieron: tenés hasta el .+\./);
  expect(mail?.text).toContain(`Ver los datos para pagar: ${slip}`);
  await letMinutesPass(db, id, 1);
  expect(answerOf(await buyer.confirm(id)).slip).toBe(slip);
});

test('when its time is over the payment is cancelled at Mercado Pago, its buyer hears of it, and the places are for others', async () => {
  const { id, placeIds, buyer, order } = await inCash();
  await letMinutesPass(db, id, HOURS * HOUR + 1);
  // Its page is over by then.
  order.expiresAt = there.clock.now() - 5000;
  await reconcilePayments(shop.app.sale);
  expect(there.paymentsMade().find(({ reference }) => reference === order.reference)?.state).toBe('cancelled');
  expect(await there.decide(order, 'approved')).toBe(false);
  const shown = answerOf(await buyer.confirm(id));
  expect([shown.outcome, shown.heldUntil]).toEqual(['cancelled', undefined]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Tu pago de Hamlet no se hizo']);
  await letMinutesPass(db, id, 30);
  const other = await shop.purchase('mercadopago');
  answerOf(await other.buyer.takeMore(other.id, shop.sale, placeIds));
  expect(await placesOf(db, other.id)).toEqual([...placeIds, ...other.placeIds]);
});

test('a payment that Mercado Pago does not let go is said to keep no places, and is late money when it is approved after all', async () => {
  const { id, placeIds, buyer, order } = await inCash();
  await letMinutesPass(db, id, HOURS * HOUR + 1);
  there.switches = HostedSwitches.parse({ webhooks: 'never', silent: true, silentMs: 10 });
  const shown = answerOf(await buyer.confirm(id));
  expect([shown.outcome, shown.heldUntil]).toEqual(['pending', undefined]);
  calm();
  await db`update place set state = 'sold', purchase_id = 'somebody', held_until = null where purchase_id = ${id}`;
  await shop.app.sale.live.reread(shop.sale.performanceId, placeIds);
  await there.decide(order, 'approved');
  await letMinutesPass(db, id, 1);
  expect(answerOf(await buyer.confirm(id)).outcome).toBe('offered');
});

test('no more places of a performance wait than its show allows, those that are being chosen at the provider counted', async () => {
  const waiting = [await inCash({ isNewcomer: true }), await inCash({ isNewcomer: true })];
  // Two are at Mercado Pago's page.
  answerOf(await (await shop.purchase('mercadopago', { isNewcomer: true })).pay());
  const last = await inCash({ isNewcomer: true });
  expect(last.shown.outcome).toBe('pending');
  const beyond = await shop.purchase('mercadopago', { isNewcomer: true });
  expect(await methodOf(beyond)).not.toHaveProperty('slowHours');
  answerOf(await beyond.pay());
  expect(newestOrder(there).isInstant).toBe(true);
  const [first] = waiting;
  if (!first) throw new Error('nothing waits');
  await there.decide(first.order, 'approved');
  await letMinutesPass(db, first.id, 1);
  await first.buyer.confirm(first.id);
  expect((await methodOf(await shop.purchase('mercadopago', { isNewcomer: true })))?.slowHours).toBe(HOURS);
});

test('a payment waits no longer than until its performance starts, and not at all when that is within the hour', async () => {
  const [near, late] = [await freshDatabase(), await freshDatabase()];
  const inMinutes = (minutes: number) => Temporal.Now.instant().add({ minutes });
  const [tomorrow, soon] = [
    await aShopWithWallets(near.db, { startsAt: inMinutes(20 * HOUR + 30), slowPayments: rule }),
    await aShopWithWallets(late.db, { startsAt: inMinutes(40), slowPayments: rule }),
  ];
  expect((await methodOf(await tomorrow.purchase('mercadopago')))?.slowHours).toBe(20);
  expect(await methodOf(await soon.purchase('mercadopago'))).not.toHaveProperty('slowHours');
  await Promise.all([tomorrow.close(), soon.close()]);
  await Promise.all([near.close(), late.close()]);
});

test('what was cancelled while its money was on the way is not sold: the money goes back', async () => {
  const { id, buyer, order, total } = await inCash();
  await db`update performance set state = 'cancelled' where id = ${shop.sale.performanceId}`;
  await there.decide(order, 'approved');
  await letMinutesPass(db, id, 1);
  expect(answerOf(await buyer.confirm(id)).outcome).toBe('refunded');
  expect([await stageOf(db, id), await ticketsOf(db, id)]).toEqual(['cancelled', []]);
  expect(there.paymentsMade().find(({ reference }) => reference === order.reference)?.refunded).toBe(total);
  await db`update performance set state = 'on_sale' where id = ${shop.sale.performanceId}`;
});

/** A test card whose payment Mercado Pago wants to review. */
async function reviewed(slowUntil: number | null) {
  const provider = shop.provider('mercadopago');
  if (!provider) throw new Error('Mercado Pago is not configured');
  const reference = `${slowUntil === null ? 'a' : 'b'}${crypto.randomUUID().replaceAll('-', '').slice(1)}`;
  const tokens = await fetch(`${shop.outside}/mercadopago/v1/card_tokens?public_key=sandbox-mercadopago-public-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      card_number: '4509953566233704',
      expiration_month: 11,
      expiration_year: 2030,
      security_code: '123',
      cardholder: { name: 'CONT', identification: { type: 'DNI', number: '12345678' } },
    }),
  });
  const { id: token } = (await tokens.json()) as { id: string };
  const answer = await provider.begin(aBeginning({ reference, slowUntil, form: { token, bin: '450995' } }));
  return { provider, reference, answer };
}

test('a card that Mercado Pago wants to review is declined at once, and cancelled there; a show that allows it waits', async () => {
  const declined = await reviewed(null);
  expect(declined.answer).toMatchObject({ result: 'declined', reason: 'other', facts: { detail: 'pending_contingency' } });
  expect(newestOrder(there).payments.map(({ state }) => state)).toEqual(['cancelled']);
  const waits = await reviewed(Date.now() + HOUR_MS);
  expect(waits.answer.result).toBe('pending');
  const attempt = { reference: waits.reference, kept: {} };
  expect((await waits.provider.ask(anAttemptAt({ ...attempt, mayWait: 'still' }))).result).toBe('pending');
  expect((await waits.provider.ask(anAttemptAt({ ...attempt, mayWait: 'no longer' }))).result).toBe('cancelled');
  expect((await waits.provider.ask(anAttemptAt({ ...attempt, mayWait: 'no longer' }))).result).toBe('cancelled');
});

test('until when a payment may wait is a fact: nothing changes it afterwards', async () => {
  const { id } = await inCash();
  await expect(db`update attempt set slow_until = slow_until + interval '1 day' where purchase_id = ${id}`).rejects.toThrow();
});

test('the office lists what waits for its buyer apart from what is in doubt, until when, and counts it apart', async () => {
  const office = await anOrganiser(db, shop.app);
  const before = await office.money();
  const { id, total, shown } = await inCash();
  const money = await office.money();
  const listed = money.waitingPayments.find(({ orderId }) => orderId === id);
  expect(listed).toMatchObject({
    ...{ amount: total, kind: 'wallet', provider: 'mercadopago', showNames: ['Hamlet'], buyerName: expect.stringMatching(/\S \S/) },
    ...{ orderNumber: expect.any(String), heldUntil: shown.heldUntil },
  });
  expect(money.doubtfulPayments).toEqual(before.doubtfulPayments);
  const of = ({ providers }: typeof money) => providers.find(({ name }) => name === 'mercadopago') ?? { inDoubt: 0, waiting: 0 };
  expect([of(money).inDoubt, of(money).waiting]).toEqual([of(before).inDoubt, of(before).waiting + total]);
  expect(await office.order(id)).toMatchObject({ heldUntil: shown.heldUntil, payments: [{ isAwaited: true, mayAsk: true }] });
  await letMinutesPass(db, id, HOURS * HOUR + 1);
  const over = (await office.money()).waitingPayments.find(({ orderId }) => orderId === id);
  expect(over).toBeDefined();
  expect(over).not.toHaveProperty('heldUntil');
});
