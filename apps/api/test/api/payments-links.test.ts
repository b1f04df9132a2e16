import { createHash } from 'node:crypto';
import { getPayLink, getPayLinkCard, type InputOf, payByLink } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { MadeUpCodes } from '../../src/sale/pay/pay-links.ts';
import { freshDatabase } from '../database.ts';
import { cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, type ClickOptions, clientOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { balancesOf } from '../factories/ledger.ts';
import { havePurchase, stageOf, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { app, buyer, stranger, gateway, sale, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});

/** Somebody without an account who was sent a link, in a network of their own: made-up codes are counted by network. */
const visitor = clientOf(app, { ip: '198.51.100.31' });
type Form = InputOf<typeof payByLink>['body'];
let clicks = 0;
const payer = {
  look: (code: string) => visitor.call(getPayLink, { params: { code }, query: {} }),
  pay: (code: string, total: number, { key = `payer-click-${++clicks}`, ...form }: ClickOptions & Partial<Form> = {}) =>
    visitor.call(payByLink, { params: { code }, body: { ...cardForm, email: 'tia@correo.example', total, ...form } }, { key }),
};
const aLink = async () => {
  const purchase = await aPurchase();
  return { ...purchase, code: answerOf(await buyer.makeLink(purchase.id)).code };
};
const ticketsOf = async (id: string) => (await db`select from ticket where purchase_id = ${id} and state = 'valid'`).length;
const collected = async (id: string) =>
  (await balancesOf(db, id)).filter(({ account }) => account === 'clearing:payway').reduce((sum, { balance }) => sum + balance, 0);

test('whoever has a pay link sees show, date, places, amount and end of it, and no person (CA-022, R-030)', async () => {
  const link = await aLink();
  const seen = await app.inject({ url: `/v2/operacion/cambio/pago/${link.code}` });
  expect(seen.headers['cache-control']).toContain('no-store');
  const told = answerOf(await payer.look(link.code));
  expect(told).toMatchObject({
    state: 'payable',
    amount: link.total,
    method: { kind: 'card' },
    performances: [{ id: sale.performanceId }],
  });
  expect(told.performances[0]?.places).toHaveLength(2);
  const { total = 0, net = 0 } = told.totals ?? {};
  expect([total, net < total, net > 0]).toEqual([link.total, true, true]);
  expect(told.expiresAt).toBeGreaterThan(told.serverNow);
  const [owner] = await db<{ email: string; first: string; last: string }[]>`
    select email, first_name as first, last_name as last from customer where id = ${buyer.customerId}`;
  for (const secret of [link.id, buyer.customerId, owner?.email, owner?.first, owner?.last]) expect(seen.body).not.toContain(secret);
});

test('somebody without an account pays a link: the buyer has the tickets, and a repeated click charges nothing more (CA-023, RO-007)', async () => {
  const [link, other] = [await aLink(), await aLink()];
  const card = await visitor.call(getPayLinkCard, { params: { code: link.code, bin: cardForm.bin } });
  expect(answerOf(card).plans.length).toBeGreaterThan(1);
  const before = gateway.charges.length;
  const paid = answerOf(await payer.pay(link.code, link.total, { key: 'one-click' }));
  expect(paid).toMatchObject({ outcome: 'approved', link: { state: 'paid', amount: link.total } });
  expect(JSON.stringify(paid)).not.toContain(link.id);
  expect(answerOf(await payer.pay(link.code, link.total, { key: 'one-click' }))).toMatchObject({ outcome: 'approved' });
  expect(await payer.pay(link.code, link.total)).toMatchObject({ failure: 'purchase_over' });
  expect(gateway.charges).toHaveLength(before + 1);
  expect(gateway.charges.at(-1)).toMatchObject({ customer: { email: 'tia@correo.example' } });
  expect([await stageOf(db, link.id), await ticketsOf(link.id), await collected(link.id)]).toEqual(['paid', 2, link.total]);
  expect(answerOf(await buyer.order(link.id)).tickets).toHaveLength(2);
  expect(answerOf(await payer.look(link.code))).toMatchObject({ state: 'paid' });
  // The buyer's other purchase, and its link, are as they were.
  expect([await stageOf(db, other.id), answerOf(await payer.look(other.code)).state]).toEqual(['open', 'payable']);
});

test('a link pays its own purchase only, and a process id is no link', async () => {
  const [link, other] = [await aLink(), await aLink()];
  await payer.pay(link.code, link.total);
  expect([await stageOf(db, link.id), await stageOf(db, other.id)]).toEqual(['paid', 'open']);
  for (const code of [other.id, 'A'.repeat(22)]) {
    expect(await payer.look(code)).toMatchObject({ failure: 'not_found' });
    expect(await payer.pay(code, other.total)).toMatchObject({ failure: 'not_found' });
  }
});

test('a purchase’s own id is a link for its buyer’s session alone, which reads, and pays it once (C-13, CA-022, CA-023)', async () => {
  const [purchase, other] = [await aPurchase(), await aPurchase()];
  const somebody = await stranger();
  const before = gateway.charges.length;
  const payAs = (token: string | undefined, code: string, key: string) =>
    clientOf(app, { token, ip: '198.51.100.32' }).call(
      payByLink,
      { params: { code }, body: { ...cardForm, email: 'tia@correo.example', total: purchase.total } },
      { key },
    );
  for (const token of [somebody.token, 'forged', undefined]) {
    expect(
      await clientOf(app, { token, ip: '198.51.100.32' }).call(getPayLink, { params: { code: purchase.id }, query: {} }),
    ).toMatchObject({
      failure: 'not_found',
    });
    expect(await payAs(token, purchase.id, `not-mine-${++clicks}`)).toMatchObject({ failure: 'not_found' });
  }
  const own = clientOf(app, { token: buyer.token });
  expect(answerOf(await own.call(getPayLink, { params: { code: purchase.id }, query: {} }))).toMatchObject({
    state: 'payable',
    amount: purchase.total,
  });
  const card = await own.call(getPayLinkCard, { params: { code: purchase.id, bin: cardForm.bin } });
  expect(answerOf(card).plans.length).toBeGreaterThan(1);
  // Another buyer's session opens a link that it was given.
  const { code } = answerOf(await buyer.makeLink(other.id));
  expect(answerOf(await clientOf(app, { token: somebody.token }).call(getPayLink, { params: { code }, query: {} }))).toMatchObject({
    state: 'payable',
  });
  expect(gateway.charges).toHaveLength(before);
  for (let i = 0; i < 2; i++)
    expect(answerOf(await payAs(buyer.token, purchase.id, 'the-owners-click'))).toMatchObject({ outcome: 'approved' });
  expect(gateway.charges).toHaveLength(before + 1);
  expect([await stageOf(db, purchase.id), await stageOf(db, other.id)]).toEqual(['paid', 'open']);
});

test('a link is revoked by its buyer alone, a newer one ends it, and its code is in no table', async () => {
  const link = await aLink();
  expect(await (await stranger()).revokeLink(link.id)).toMatchObject({ failure: 'not_found' });
  expect(await (await stranger()).makeLink(link.id)).toMatchObject({ failure: 'not_found' });
  expect(answerOf(await payer.look(link.code)).state).toBe('payable');
  const [kept] = await db<{ codeHash: string }[]>`select code_hash as "codeHash" from pay_link where purchase_id = ${link.id}`;
  expect(kept?.codeHash).toBe(createHash('sha256').update(link.code).digest('base64url'));
  const { code: newer } = answerOf(await buyer.makeLink(link.id));
  expect(await payer.look(link.code)).toMatchObject({ failure: 'not_found' });
  expect(answerOf(await payer.look(newer)).state).toBe('payable');
  await buyer.revokeLink(link.id);
  expect(await payer.pay(newer, link.total)).toMatchObject({ failure: 'not_found' });
  expect(await stageOf(db, link.id)).toBe('open');
});

test('after the purchase’s time a link says that it is over, and charges nothing', async () => {
  const link = await aLink();
  await letMinutesPass(db, link.id, 15);
  const before = gateway.charges.length;
  expect(answerOf(await payer.look(link.code))).toMatchObject({ state: 'over' });
  expect(await payer.pay(link.code, link.total)).toMatchObject({ failure: 'purchase_over' });
  await sweepExpired(app.sale);
  expect(answerOf(await payer.look(link.code))).toMatchObject({ state: 'over' });
  expect(gateway.charges).toHaveLength(before);
});

test('a price that changed is refused with the new one and without the purchase', async () => {
  const link = await aLink();
  await buyer.release(link.id, sale);
  await buyer.takeMore(link.id, sale, [link.placeIds[0] as number]);
  const refused = await payer.pay(link.code, link.total);
  expect(refused).toMatchObject({ failure: 'price_changed', data: { amount: TICKET_TOTAL } });
  expect(JSON.stringify(refused)).not.toContain(link.id);
  expect(answerOf(await payer.pay(link.code, TICKET_TOTAL))).toMatchObject({ outcome: 'approved' });
});

test('of two payers at once, and the buyer, one pays and the others are not charged', async () => {
  for (let round = 0; round < 5; round++) {
    const link = await aLink();
    const before = gateway.charges.length;
    const outcomes = await Promise.all([payer.pay(link.code, link.total), payer.pay(link.code, link.total), buyer.pay(link)]);
    expect(outcomes.filter((each) => each.status === 'ok')).toHaveLength(1);
    expect(gateway.charges).toHaveLength(before + 1);
    expect([await ticketsOf(link.id), await collected(link.id)]).toEqual([2, link.total]);
  }
});

test('a declined payer is told in our words, and the link can be paid with another card', async () => {
  const link = await aLink();
  gateway.state.next.push('decline');
  expect(answerOf(await payer.pay(link.code, link.total))).toMatchObject({
    outcome: 'declined',
    message: expect.stringContaining('fondos'),
    link: { state: 'payable' },
  });
  expect(answerOf(await payer.pay(link.code, link.total))).toMatchObject({ outcome: 'approved' });
});

test('a payment whose answer was lost is found by looking at the link (R-031)', async () => {
  const link = await aLink();
  gateway.state.next.push('lost');
  expect(answerOf(await payer.pay(link.code, link.total))).toMatchObject({ outcome: 'unknown', link: { state: 'paying' } });
  expect(answerOf(await payer.look(link.code))).toMatchObject({ state: 'paid' });
  expect(await ticketsOf(link.id)).toBe(2);
});

test('there is no link for a counter’s sale, for what is not complete, or for what is paid', async () => {
  const clerk = await aCounter(db, app);
  const atCounter = await havePurchase(db, { sale, customerId: clerk.customerId, placeIds: [38] });
  await db`update purchase set channel = 'box_office' where id = ${atCounter}`;
  expect(await clerk.makeLink(atCounter)).toMatchObject({ failure: 'payment_method_unavailable' });
  const undelivered = await aPurchase({ deliveryTypeId: null });
  expect(await buyer.makeLink(undelivered.id)).toMatchObject({ failure: 'invalid_input' });
  const paid = await aPurchase();
  await buyer.pay(paid);
  expect(await buyer.makeLink(paid.id)).toMatchObject({ failure: 'purchase_over' });
});

test('a network that tries made-up codes has to wait, and no other one', () => {
  let now = 0;
  const codes = new MadeUpCodes(() => now);
  codes.admit('203.0.113');
  for (let tried = 0; tried < 30; tried++) codes.count('203.0.113');
  expect(() => codes.admit('203.0.113')).toThrow('too_many_requests');
  expect(() => codes.admit('198.51.100')).not.toThrow();
  now = 60_001;
  expect(() => codes.admit('203.0.113')).not.toThrow();
});
