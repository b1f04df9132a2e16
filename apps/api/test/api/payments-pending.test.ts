import { listOfficePerformances } from '@butaca/contract';
import { afterAll, afterEach, expect, test } from 'vitest';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { anOutside } from '../conformance/outside.ts';
import { payPalUnderTest } from '../conformance/paypal.ts';
import { withoutCard } from '../conformance/provider-under-test.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { anOrganiser } from '../factories/office.ts';
import { placesOf, ticketsOf } from '../factories/purchase.ts';
import { letJobsAge, letMinutesPass } from '../factories/time.ts';

/** What is decided later, at Payway (a review) and at PayPal (a bank account): how long its places are kept, and who is told (decision 098). */
const MINUTE_MS = 60_000;
const HOURS = 24;
const startsAt = Temporal.Instant.from('2031-03-14T20:30:00Z');
const [reviews, slow, strict] = [await freshDatabase(), await freshDatabase(), await freshDatabase()];
const [outside, strictOutside] = [await anOutside(), await anOutside()];
const payway = await aCheckout(reviews.db, undefined, [{ startsAt, slowPayments: { hours: HOURS, mostPercent: 50 } }]);
const [it, strictIt] = [payPalUnderTest(outside), payPalUnderTest(strictOutside)];
const paypal = await aCheckout(slow.db, it.provider, [{ startsAt, slowPayments: { hours: HOURS, mostPercent: 50 } }], {
  methods: [it.method],
});
const strictPayPal = await aCheckout(strict.db, strictIt.provider, [{ startsAt }], { methods: [strictIt.method] });
afterEach(() => it.calm());
afterAll(async () => {
  await Promise.all([payway, paypal, strictPayPal].map((each) => each.close()));
  await Promise.all([outside.close(), strictOutside.close()]);
  await Promise.all([reviews, slow, strict].map((each) => each.close()));
});

/** What Payway says of its last payment. */
const decide = (status: 'approved' | 'rejected') => Object.assign(payway.gateway.payments.at(-1) ?? {}, { status });

test('a review keeps its places as long as its page says, whatever the show allows; then they are for others, and it is late money', async () => {
  const { id, placeIds, total } = await payway.purchase();
  payway.gateway.state.next.push('review');
  const from = Date.now();
  const shown = answerOf(await payway.buyer.pay({ id, total }));
  expect([shown.outcome, shown.maySlip]).toEqual(['pending', undefined]);
  // From the first claim at most twenty minutes, ten from the click.
  expect(Math.round(((shown.heldUntil ?? 0) - from) / MINUTE_MS)).toBeGreaterThanOrEqual(10);
  expect(((shown.heldUntil ?? 0) - from) / MINUTE_MS).toBeLessThan(20);
  expect(answerOf(await payway.buyer.order(id)).heldUntil).toBe(shown.heldUntil);
  const stranger = await payway.stranger();
  expect((await stranger.take(payway.sale, placeIds)).status).toBe('refusal');

  await letMinutesPass(reviews.db, id, 21);
  const later = answerOf(await payway.buyer.confirm(id));
  expect([later.outcome, later.heldUntil]).toEqual(['pending', undefined]);
  expect(answerOf(await payway.buyer.order(id))).not.toHaveProperty('heldUntil');
  await payway.app.sale.live.reread(payway.sale.performanceId, placeIds);
  const theirs = answerOf(await stranger.take(payway.sale, placeIds)).purchase;
  expect(await placesOf(reviews.db, theirs.id)).toEqual(placeIds);
  decide('approved');
  await letMinutesPass(reviews.db, id, 1);
  expect(answerOf(await payway.buyer.confirm(id)).outcome).toBe('offered');
  expect(await placesOf(reviews.db, theirs.id)).toEqual(placeIds);
});

test('a review that is over within two minutes has no mail of its own; a longer one has one, and one of its end', async () => {
  const mails = async () => (await mailsSent(reviews)).filter(({ messageId }) => messageId.startsWith('<tell-of-pending'));
  // Of the test before.
  await letJobsAge(reviews.db, 180);
  await mails();
  const reviewed = async () => {
    const purchase = await payway.purchase();
    payway.gateway.state.next.push('review');
    answerOf(await payway.buyer.pay(purchase));
    return purchase;
  };
  const { id } = await reviewed();
  decide('rejected');
  await letMinutesPass(reviews.db, id, 1);
  expect(answerOf(await payway.buyer.confirm(id)).outcome).toBe('declined');
  await letJobsAge(reviews.db, 180);
  expect(await mails()).toEqual([]);

  const { id: longer } = await reviewed();
  await letJobsAge(reviews.db, 180);
  const [waiting] = await mails();
  expect(waiting?.subject).toBe('Tu pago de Hamlet está pendiente');
  expect(waiting?.text).toMatch(/Guardamos tus lugares hasta el .*\d{2}:\d{2}/);
  decide('rejected');
  await letMinutesPass(reviews.db, longer, 3);
  expect(answerOf(await payway.buyer.confirm(longer)).outcome).toBe('declined');
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Tu pago de Hamlet no se hizo']);
});

test('a payment in doubt that comes to nothing after two minutes is told by one mail, however its end is learned; one that is paid has its tickets alone', async () => {
  const mails = async () => (await mailsSent(reviews)).filter(({ messageId }) => messageId.startsWith('<tell-of-pending'));
  await letJobsAge(reviews.db, 180);
  await mails();
  const inDoubt = async (how: 'lost' | 'silent') => {
    const purchase = await payway.purchase();
    payway.gateway.state.next.push(how);
    expect(answerOf(await payway.buyer.pay(purchase)).outcome).toBe('unknown');
    return purchase;
  };
  const bystander = await inDoubt('lost');
  decide('approved');
  const never = await inDoubt('silent');
  await letMinutesPass(reviews.db, never.id, 4);
  const { id } = await inDoubt('lost');
  decide('rejected');
  await letMinutesPass(reviews.db, id, 3);
  await Promise.all([payway.buyer.confirm(id), reconcilePayments(payway.app.sale), payway.buyer.confirm(never.id)]);
  expect(answerOf(await payway.buyer.confirm(id)).outcome).toBe('declined');
  expect(answerOf(await payway.buyer.confirm(never.id)).outcome).toBe('cancelled');
  await letJobsAge(reviews.db, 180);
  const told = await mails();
  expect(told.map(({ subject }) => subject)).toEqual(['Tu pago de Hamlet no se hizo', 'Tu pago de Hamlet no se hizo']);
  expect(told.map(({ text }) => [id, never.id].find((each) => text.includes(each))).sort()).toEqual([id, never.id].sort());
  for (const { text } of told) expect(text).toContain('No se te cobró nada.');

  await letMinutesPass(reviews.db, bystander.id, 3);
  expect(answerOf(await payway.buyer.confirm(bystander.id)).outcome).toBe('approved');
  await letJobsAge(reviews.db, 180);
  expect(await mails()).toEqual([]);
});

test('a decline within two minutes of a doubt is on the page alone', async () => {
  const mails = async () => (await mailsSent(reviews)).filter(({ messageId }) => messageId.startsWith('<tell-of-pending'));
  const purchase = await payway.purchase();
  payway.gateway.state.next.push('lost');
  expect(answerOf(await payway.buyer.pay(purchase)).outcome).toBe('unknown');
  decide('rejected');
  await letMinutesPass(reviews.db, purchase.id, 1);
  expect(answerOf(await payway.buyer.confirm(purchase.id)).outcome).toBe('declined');
  await letJobsAge(reviews.db, 180);
  expect(await mails()).toEqual([]);
});

test('a review that is never decided is a doubt in the office, ends after three days, and its buyer is told what it was', async () => {
  const organiser = await anOrganiser(reviews.db, payway.app);
  const listed = async (id: string) => (await organiser.money()).doubtfulPayments.find(({ orderId }) => orderId === id);
  const { id, total } = await payway.purchase();
  payway.gateway.state.next.push('review');
  answerOf(await payway.buyer.pay({ id, total }));
  expect(await listed(id)).toBeUndefined();
  await letMinutesPass(reviews.db, id, 21);
  expect(await listed(id)).toMatchObject({ orderId: id, amount: total, differs: false, isInReview: true });
  expect(answerOf(await organiser.call(listOfficePerformances, {})).doubtfulPayments).toMatchObject([{ orderId: id, isInReview: true }]);

  await letMinutesPass(reviews.db, id, 71 * 60);
  await reconcilePayments(payway.app.sale);
  expect(answerOf(await payway.buyer.confirm(id)).outcome).toBe('pending');
  await letJobsAge(reviews.db, 180);
  await mailsSent(reviews);

  await letMinutesPass(reviews.db, id, 60);
  await Promise.all([reconcilePayments(payway.app.sale), reconcilePayments(payway.app.sale)]);
  expect(await listed(id)).toBeUndefined();
  expect(payway.gateway.payments.at(-1)?.status).toBe('annulled');
  expect(await balancesOf(reviews.db, id)).toEqual([]);
  const shown = answerOf(await payway.buyer.confirm(id));
  expect(shown).toMatchObject({ outcome: 'refunded', unproven: total, refunded: total, purchase: { stage: 'cancelled' } });
  const [mail, ...others] = await mailsSent(reviews);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Tu pago de Hamlet no se confirmó');
  expect(mail?.text).toMatch(/no se confirmó\. No hay entradas de ese pago/);
  expect(mail?.text).not.toMatch(/se aprobó/);
});

test('a review that its gateway approves on the fourth day, before anybody looked, is paid as before', async () => {
  const { id, total } = await payway.purchase();
  payway.gateway.state.next.push('review');
  answerOf(await payway.buyer.pay({ id, total }));
  await letMinutesPass(reviews.db, id, 73 * 60);
  decide('approved');
  await reconcilePayments(payway.app.sale);
  const shown = answerOf(await payway.buyer.confirm(id));
  expect(shown.outcome).toBe('approved');
  expect(shown).not.toHaveProperty('unproven');
});

/** Approves on PayPal's page, by a bank account, and comes back. */
async function fromTheBank({ buyer, purchase }: typeof paypal, origin: string) {
  const bought = await purchase();
  const [method] = answerOf(await buyer.paymentMethods(bought.id)).items;
  const { next } = answerOf(await buyer.pay(bought, { ...withoutCard, paymentMethodId: it.method.id }));
  const token = new URL(next?.url ?? '').searchParams.get('token');
  const page = await (await fetch(next?.url ?? '')).text();
  await fetch(`${origin}/paypal/checkoutnow/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ answer: 'bank' }),
    redirect: 'manual',
  });
  return { ...bought, method, page, from: Date.now(), shown: answerOf(await buyer.confirm(bought.id)) };
}

test('PayPal takes a bank account only where the show allows it, and keeps the places as long as that', async () => {
  const declined = await fromTheBank(strictPayPal, strictOutside.origin);
  expect(declined.page).not.toContain('Pagar desde el banco');
  expect(declined.shown.outcome).toBe('declined');

  const { id, method, page, from, shown, placeIds } = await fromTheBank(paypal, outside.origin);
  expect(page).toContain('Pagar desde el banco');
  expect(shown.outcome).toBe('pending');
  expect(method?.slowHours).toBe(HOURS);
  // Its buyer has nothing to pay with by themselves, as they have of cash.
  for (const each of [method, shown, answerOf(await paypal.buyer.order(id))]) expect(each).not.toHaveProperty('maySlip');
  await letJobsAge(slow.db, 180);
  const [mail] = (await mailsSent(slow)).filter(({ messageId }) => messageId.includes('.waiting'));
  expect(mail?.text).toContain('Guardamos tus lugares hasta');
  expect(mail?.text).not.toMatch(/efectivo|transferencia|datos/);
  // PayPal cannot cancel it.
  expect(shown).not.toHaveProperty('mayCallOff');
  expect(resultOf(await paypal.buyer.cancelPayment(id))).toBe('purchase_paying');
  expect(Math.round(((shown.heldUntil ?? 0) - from) / (60 * MINUTE_MS))).toBe(HOURS);
  await letMinutesPass(slow.db, id, (HOURS - 1) * 60);
  const [{ reference = '' } = {}] = await slow.db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id}`;
  expect(await outside.paypal.decide(outside.paypal.ofReference(reference), 'COMPLETED')).toBe(true);
  await reconcilePayments(paypal.app.sale);
  expect(await ticketsOf(slow.db, id)).toEqual(placeIds);
});

const attemptOf = async (id: string) =>
  (
    await slow.db<{ state: string; reference: string; checkAt: Temporal.Instant | null }[]>`
    select state, reference, check_at as "checkAt" from attempt where purchase_id = ${id}`
  )[0] ?? { state: '', reference: '', checkAt: null };
const owedOf = async (id: string) =>
  (await balancesOf(slow.db, id)).filter(({ account }) => account.startsWith('clearing') || account === 'owed_to_buyer');
const overdue = async () => {
  const bought = await fromTheBank(paypal, outside.origin);
  await letMinutesPass(slow.db, bought.id, HOURS * 60 + 1);
  await reconcilePayments(paypal.app.sale);
  return { ...bought, ...(await attemptOf(bought.id)) };
};

test('PayPal cannot be told to cancel: after its time a payment is over here, its places are for others, and what comes then goes back', async () => {
  const { id, reference, state, placeIds } = await overdue();
  expect(state).toBe('cancelled');
  const shown = answerOf(await paypal.buyer.confirm(id));
  expect([shown.outcome, shown.waited, shown.heldUntil]).toEqual(['cancelled', true, undefined]);
  // The money may come for thirty days: nobody says that it won't.
  for (const each of [shown, answerOf(await paypal.buyer.order(id))]) expect(each.mayStillCome).toBe(true);
  const [mail] = (await mailsSent(slow)).filter(({ messageId }) => messageId.includes('.over'));
  expect(mail?.subject).toBe('Tu pago de Hamlet no se confirmó a tiempo');
  expect(mail?.text).toContain('Si el dinero llega más tarde, te lo devolvemos completo');
  expect(mail?.text).not.toContain('No se te cobró nada');
  const stranger = await paypal.stranger();
  await paypal.app.sale.live.reread(paypal.sale.performanceId, placeIds);
  const theirs = answerOf(await stranger.take(paypal.sale, placeIds)).purchase;

  await outside.paypal.decide(outside.paypal.ofReference(reference), 'COMPLETED');
  await letMinutesPass(slow.db, id, 61);
  await reconcilePayments(paypal.app.sale);
  expect([(await attemptOf(id)).state, await ticketsOf(slow.db, id), await owedOf(id)]).toEqual(['refunded', [], []]);
  expect(await placesOf(slow.db, theirs.id)).toEqual(placeIds);
  const [back] = (await mailsSent(slow)).filter(({ messageId }) => messageId.includes(`tell-of-return.${reference}`));
  expect(back?.text).toContain('Te devolvemos el pago completo');
});

test('once PayPal has not got the money either, page and order say that nothing was charged', async () => {
  const { id, reference } = await overdue();
  await outside.paypal.decide(outside.paypal.ofReference(reference), 'DECLINED');
  await letMinutesPass(slow.db, id, 61);
  await reconcilePayments(paypal.app.sale);
  const shown = answerOf(await paypal.buyer.confirm(id));
  expect([shown.outcome, shown.waited]).toEqual(['cancelled', true]);
  for (const each of [shown, answerOf(await paypal.buyer.order(id))]) expect(each).not.toHaveProperty('mayStillCome');
});

test('what PayPal goes on with after its time is asked about for thirty days, and then no more; what its buyer reads stays true', async () => {
  const { id } = await overdue();
  const promised = async () => [answerOf(await paypal.buyer.confirm(id)).mayStillCome, answerOf(await paypal.buyer.order(id)).mayStillCome];
  for (const days of [1, 2, 10]) {
    await letMinutesPass(slow.db, id, days * 24 * 60);
    await reconcilePayments(paypal.app.sale);
    expect((await attemptOf(id)).checkAt).not.toBeNull();
    expect(await promised()).toEqual([true, true]);
  }
  await letMinutesPass(slow.db, id, 20 * 24 * 60);
  await reconcilePayments(paypal.app.sale);
  expect(await attemptOf(id)).toMatchObject({ state: 'cancelled', checkAt: null });
  // What comes after all is told by PayPal itself, and goes back.
  expect(await promised()).toEqual([true, true]);
});

test('the office offers to call off only what its provider can cancel, and says so of what it cannot', async () => {
  const { id } = await fromTheBank(paypal, outside.origin);
  const organiser = await anOrganiser(slow.db, paypal.app);
  const { payments } = await organiser.order(id);
  expect(payments).toMatchObject([{ provider: 'paypal', isAwaited: true, mayCallOff: false }]);
  expect(resultOf(await organiser.settle(payments[0]?.reference ?? '', { verb: 'give_back' }))).toBe('cannot_call_off');
  expect([(await attemptOf(id)).state, (await organiser.order(id)).actions]).toEqual(['pending', []]);
});
