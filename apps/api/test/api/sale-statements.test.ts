import { getPerformance, getPublicPerformance } from '@butaca/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { linkHash } from '../../src/catalogue/link-hash.ts';
import { connect } from '../../src/db/connect.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { expireOffer } from '../../src/sale/pay/late-money.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCharge, aLevel, inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { haveBuyers, SECRET } from '../factories/customers.ts';
import { lateMoney } from '../factories/late-money.ts';
import { havePurchase, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/**
 * Each verb of the sale sends the statements that it needs, in this order, and no other: nothing is read, locked or written twice. A
 * verb that gains or loses one on purpose changes its line here.
 */

// What a process keeps for some seconds it keeps for all of these tests.
vi.useFakeTimers({ toFake: ['Date', 'performance'] });
const { db, url, close } = await freshDatabase();
// With one connection statements are sent in the order in which they are asked for, and no verb may need a second one.
const one = connect(url, { connections: 1 });
const invitation = [{ name: 'Invitación', faceValue: 0, taxClass: 'exempt' }];
const checkout = await aCheckout(one, undefined, [
  { startsAt: inDays(7), rows: 20 },
  { startsAt: inDays(8), rows: 20 },
  {
    startsAt: inDays(9),
    rows: 20,
    levels: [aLevel({ types: invitation })],
    charges: [aCharge(), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 0 })],
  },
]);
const { app, gateway, sales } = checkout;
const [friday, saturday, free] = sales;
const counter = await aCounter(db, app);
const people = await haveBuyers(db, 60);
const aBuyer = () => {
  const person = people.pop() ?? { customerId: '', token: '' };
  return { ...buyerAt(app, person), customerId: person.customerId };
};
/** Has nothing else. */
let buyer = aBuyer();
beforeEach(() => {
  buyer = aBuyer();
});
const world = app.sale;
const late = lateMoney(db, checkout);
afterAll(async () => {
  vi.useRealTimers();
  await checkout.close();
  await one.end();
  await close();
});

let sent: string[] = [];
(one as unknown as { options: { debug: (connection: number, text: string) => void } }).options.debug = (_, text) => sent.push(text);

/** What a verb of the sale may read and write; statements about other tables, which other modules send beside them, are not looked at. */
const TABLES = new Set([
  ...['purchase', 'place', 'hold', 'claim_key', 'offer'],
  ...['ticket', 'attempt', 'attempt_event', 'ledger_transaction', 'ledger_entry'],
]);

/** `+` inserts, `~` updates, `-` deletes, with the table; null for another table. */
function nameOf(statement: string): string | null {
  let text = statement.replace(/\s+/g, ' ').trim();
  for (let outer = ''; outer !== text; ) [outer, text] = [text, text.replace(/\([^()]*\)/g, '')];
  if (/^(begin|commit|rollback)/.test(text)) return text;
  if (statement.includes('add_job')) return '+job';
  if (statement.includes('set_config')) return 'timeout';
  if (statement.includes('pg_advisory_xact_lock_shared')) return 'share account';
  const [, verb = '', written] = /^(insert into|update|delete from) (\w+)/.exec(text) ?? [];
  // A list is looked up in a table within the statement.
  const [, read] = / from (?!unnest)(\w+)/.exec(text.includes(' from unnest') ? statement : text) ?? [];
  const table = written ?? read;
  if (table === undefined) return 'clock';
  const mark = { 'insert into': '+', update: '~', 'delete from': '-' }[verb] ?? (text.includes('for update') ? 'lock ' : 'read ');
  return TABLES.has(table) ? `${mark}${table}` : null;
}

const everySeat = Array.from({ length: 200 }, (_, seat) => seat);
let next = 0;
const seats = (count: number) => {
  if ((next % 10) + count > 10) next += 10 - (next % 10);
  next += count;
  return Array.from({ length: count }, (_, index) => next - count + index);
};
/** An open purchase of so many seats on Friday, and on Saturday. */
async function aPurchase(onFriday = 2, onSaturday = 0, of: Pick<typeof buyer, 'customerId'> = buyer) {
  const placeIds = seats(Math.max(onFriday, onSaturday));
  const id = await havePurchase(db, { sale: friday, customerId: of.customerId, placeIds: placeIds.slice(0, onFriday) });
  if (onSaturday > 0) {
    await db`insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until)
             select ${saturday.performanceId}, purchase_id, ${placeIds.slice(0, onSaturday)}::integer[],
                    array_fill(${saturday.priceTypeId}::integer, array[${onSaturday}::integer]), held_until from hold where purchase_id = ${id}`;
    await db`update place set state = 'held', purchase_id = ${id}, held_until = (select deadline + interval '5 seconds' from purchase where id = ${id})
              where performance_id = ${saturday.performanceId} and place_id = any (${placeIds.slice(0, onSaturday)}::integer[])`;
  }
  return { id, placeIds, total: (onFriday + onSaturday) * TICKET_TOTAL };
}

const two = () => aPurchase();
const onBothEvenings = () => aPurchase(2, 1);
type Purchase = Awaited<ReturnType<typeof two>>;
/** Two seats, after something has happened to them. */
const after =
  (happens: (purchase: Purchase) => Promise<unknown>, has: () => Promise<Purchase> = two) =>
  async () => {
    const purchase = await has();
    await happens(purchase);
    return purchase;
  };
const minutesPass = (minutes: number) => (purchase: Purchase) => letMinutesPass(db, purchase.id, minutes);
const isCancelled = ({ id }: Purchase) => buyer.cancel(id);
const isTaken = ({ placeIds }: Purchase) => late.sellTo('somebody', placeIds);
const isPaid = (purchase: Purchase) => buyer.pay(purchase);
const isPaidWithoutAnswer = (purchase: Purchase) => {
  gateway.state.next.push('lost');
  return buyer.pay(purchase);
};
const isPaidTooLate = async (purchase: Purchase) => {
  await isPaidWithoutAnswer(purchase);
  await minutesPass(30)(purchase);
  await late.sellTo('somebody', purchase.placeIds.slice(-1));
  await app.sale.live.reread(friday.performanceId, everySeat);
};
const isOffered = async (purchase: Purchase) => {
  await isPaidTooLate(purchase);
  expect(answerOf(await buyer.confirm(purchase.id)).outcome).toBe('offered');
};
const isAccepted = async (purchase: Purchase) => {
  await isOffered(purchase);
  await buyer.acceptOffer(purchase.id);
};
const isDeclined = (purchase: Purchase) => {
  gateway.state.next.push('decline');
  return buyer.pay(purchase);
};
const isKnown = () => app.sale.live.reread(friday.performanceId, everySeat);
/** It is sold to another after the payment has started and before the gateway answers. */
const paysAndLoses = async (purchase: Purchase) => {
  gateway.state.delayMs = 200;
  const made = gateway.charges.length;
  const paying = buyer.pay(purchase);
  await expect.poll(() => gateway.charges.length, { interval: 5 }).toBe(made + 1);
  await late.sellTo('somebody', purchase.placeIds.slice(-1));
  gateway.state.delayMs = 0;
  return paying;
};
const nothing = async () => undefined;
const isHeldByAnother = async () => answerOf(await aBuyer().take(friday, seats(1)));
const besideAnother = async () => {
  answerOf(await buyer.take(saturday, seats(1)));
  const { id } = answerOf(await buyer.take(friday, seats(1))).purchase;
  return { id };
};
const anOrder = async () => {
  const other = aBuyer();
  await other.pay(await aPurchase(1, 0, other));
  return other;
};
const sweepTwice = async () => {
  await sweepExpired(app.sale);
  await sweepExpired(app.sale);
};
const settleEverything = () => db`update attempt set check_at = null`.execute();
const invited = async () => {
  const { id } = answerOf(await buyer.take(free, seats(2))).purchase;
  await buyer.selectDelivery(id);
  return { id };
};
const atTheCounter = async () => answerOf(await counter.take(friday, seats(2))).purchase;

interface Step {
  readonly name: string;
  readonly prepare: () => Promise<unknown>;
  readonly work: (prepared: never) => Promise<unknown>;
}
const step = <Prepared>(name: string, prepare: () => Promise<Prepared>, work: (prepared: Prepared) => Promise<unknown>): Step => ({
  name,
  prepare,
  work,
});

const steps: readonly Step[] = [
  step('takes two seats', nothing, () => buyer.take(friday, seats(2))),
  step('takes the two best seats', nothing, () => buyer.takeBest(saturday, 2)),
  step('takes one more', two, ({ id }) => buyer.takeMore(id, friday, seats(1))),
  step('takes one more on the other evening', two, ({ id, placeIds: [place = -1] }) => buyer.takeMore(id, saturday, [place])),
  step('has another purchase and takes one more', besideAnother, ({ id }) => buyer.takeMore(id, friday, seats(1))),
  step('takes what it has already', two, ({ id, placeIds }) => buyer.takeMore(id, friday, placeIds)),
  step('takes what another one has', isHeldByAnother, ({ placeIds }) => buyer.take(friday, placeIds)),
  step('keeps all its seats', two, ({ id, placeIds }) => buyer.setPlaces(id, friday, placeIds)),
  step('keeps one of two seats', two, ({ id, placeIds: [place = -1] }) => buyer.setPlaces(id, friday, [place])),
  step('keeps none of two seats', two, ({ id }) => buyer.setPlaces(id, friday, [])),
  step('keeps no seat where it has none', two, ({ id }) => buyer.setPlaces(id, saturday, [])),
  step('gives one evening back', onBothEvenings, ({ id }) => buyer.release(id, friday)),
  step('gives an evening back where it has no seat', two, ({ id }) => buyer.release(id, saturday)),
  step('gives back seats that are sold to another by now', after(isTaken), ({ id }) => buyer.release(id, friday)),
  step('gives up both evenings', onBothEvenings, isCancelled),
  step('gives up twice', after(isCancelled), isCancelled),
  step('looks at the purchase', two, ({ id }) => buyer.purchase(id)),
  step('chooses a delivery', two, ({ id }) => buyer.selectDelivery(id)),
  step('chooses a delivery after the deadline', after(minutesPass(12)), ({ id }) => buyer.selectDelivery(id)),
  step('chooses a card', two, ({ id }) => buyer.selectMethod(id)),
  step(
    'asks whether it can be paid',
    after(({ id }) => buyer.selectMethod(id)),
    ({ id }) => buyer.preValidate(id),
  ),
  step('pays', two, isPaid),
  step('pays for both evenings near the deadline', after(minutesPass(8), onBothEvenings), isPaid),
  step('pays with a card that is declined', two, isDeclined),
  step('pays and gets no answer', two, isPaidWithoutAnswer),
  step('loses a seat while the card is charged', after(isKnown), paysAndLoses),
  step('pays after the deadline', after(minutesPass(12)), isPaid),
  step('pays for seats that are sold to another by now', after(isTaken), isPaid),
  step('pays nothing for an invitation', invited, ({ id }) => buyer.pay({ id, total: 0 }, { paymentMethodId: 3 })),
  step('asks for a result that the gateway has', after(isPaidWithoutAnswer), ({ id }) => buyer.confirm(id)),
  step('asks for a result that is known', after(isPaid), ({ id }) => buyer.confirm(id)),
  step('asks for a result and is offered other seats', after(isPaidTooLate), ({ id }) => buyer.confirm(id)),
  step('accepts an offer', after(isOffered), ({ id }) => buyer.acceptOffer(id)),
  step('accepts an offer twice', after(isAccepted), ({ id }) => buyer.acceptOffer(id)),
  step('declines an offer', after(isOffered), ({ id }) => buyer.declineOffer(id)),
  step('has an offer that stands when the worker looks', after(isOffered), ({ id }) => expireOffer(world, { purchaseId: id })),
  step('buys at a counter', nothing, atTheCounter),
  step('pays cash at a counter', atTheCounter, ({ id }) => counter.sell({ id, total: 2_000_000 })),
  step(
    'looks for orders and has none',
    async () => aBuyer(),
    (other) => other.orders(),
  ),
  step('looks for orders and has one', anOrder, (other) => other.orders()),
  step('lets no time pass before the sweep', sweepTwice, () => sweepExpired(app.sale)),
  step('lets both evenings expire before the sweep', after(minutesPass(20), onBothEvenings), () => sweepExpired(app.sale)),
  step('has no payment in doubt when the worker looks', settleEverything, () => reconcilePayments(world)),
];

const costs = `
takes two seats: begin, timeout, lock purchase, read purchase, lock place, clock, +purchase, +hold, ~place, commit
takes the two best seats: begin, timeout, lock purchase, read purchase, lock place, clock, +purchase, +hold, ~place, commit
takes one more: begin, timeout, lock purchase, read claim_key, read purchase, read hold, lock place, clock,
  +claim_key, +hold, ~place, commit, read purchase
takes one more on the other evening: begin, timeout, lock purchase, read claim_key, read purchase, read hold, lock place, clock,
  +claim_key, +hold, ~place, commit, read purchase
has another purchase and takes one more: begin, timeout, lock purchase, read claim_key, read purchase, read hold, lock place, clock, commit,
  begin, timeout, lock purchase, read claim_key, read purchase, read hold, lock place, clock, +claim_key, +hold, ~place, commit, read purchase
takes what it has already: begin, timeout, lock purchase, read claim_key, read purchase, read hold, lock place, clock,
  +claim_key, commit, read purchase
takes what another one has: read place, read purchase
keeps all its seats: read purchase, begin, timeout, lock purchase, lock purchase, read purchase, read purchase, lock place, clock, ~place, +hold, commit, read purchase
keeps one of two seats: read purchase, begin, timeout, lock purchase, lock purchase, read purchase, read purchase, lock place, clock,
  ~place, ~place, +hold, commit, read purchase
keeps none of two seats: read purchase, begin, timeout, lock purchase, lock purchase, read purchase, read purchase, lock place, clock,
  ~place, -hold, commit, read purchase
keeps no seat where it has none: read purchase, begin, timeout, lock purchase, lock purchase, read purchase, read purchase, lock place, clock, commit, read purchase
gives one evening back: begin, timeout, lock purchase, read purchase, lock place, ~place, -hold, commit, read purchase
gives an evening back where it has no seat: begin, timeout, lock purchase, read purchase, commit, read purchase
gives back seats that are sold to another by now: begin, timeout, lock purchase, read purchase, lock place, -hold, commit, read purchase
gives up both evenings: begin, timeout, lock purchase, read purchase, ~purchase, -claim_key,
  lock place, ~place, -hold, lock place, ~place, -hold, commit
gives up twice: begin, timeout, lock purchase, read purchase, commit
looks at the purchase: read purchase
chooses a delivery: begin, lock purchase, read purchase, ~purchase, commit
chooses a delivery after the deadline: begin, lock purchase, read purchase, commit, begin, timeout, lock purchase, read purchase, rollback
chooses a card: read purchase, begin, lock purchase, read purchase, ~purchase, commit
asks whether it can be paid: read purchase, read place
pays: read purchase, read attempt,
  begin, share account, lock purchase, read purchase, lock place, read attempt, clock, +attempt, +attempt_event, ~purchase, commit,
  begin, lock purchase, lock place, lock attempt, clock, ~purchase, -claim_key, ~place, ~hold, +ticket,
  ~attempt, +attempt_event, +ledger_transaction, +ledger_entry, +job, commit
pays for both evenings near the deadline: read purchase, read attempt,
  begin, share account, lock purchase, read purchase, lock place, lock place, read attempt, clock,
  +attempt, +attempt_event, ~purchase, ~place, ~hold, ~place, ~hold, commit,
  begin, lock purchase, lock place, lock place, lock attempt, clock, ~purchase, -claim_key, ~place, ~hold, ~place, ~hold, +ticket,
  ~attempt, +attempt_event, +ledger_transaction, +ledger_entry, +job, commit
pays with a card that is declined: read purchase, read attempt,
  begin, share account, lock purchase, read purchase, lock place, read attempt, clock, +attempt, +attempt_event, ~purchase, commit,
  begin, lock purchase, read purchase, lock attempt, +attempt_event, read attempt, ~attempt, +attempt_event,
  lock place, clock, ~purchase, ~purchase, ~place, +hold, commit, read purchase, read attempt
pays and gets no answer: read purchase, read attempt,
  begin, share account, lock purchase, read purchase, lock place, read attempt, clock, +attempt, +attempt_event, ~purchase, commit,
  begin, lock purchase, read purchase, lock attempt, +attempt_event, ~attempt, +attempt_event, commit, read purchase, read attempt
loses a seat while the card is charged: read purchase, read attempt,
  begin, share account, lock purchase, read purchase, lock place, read attempt, clock, +attempt, +attempt_event, ~purchase, commit,
  begin, lock purchase, lock place, lock attempt, clock, commit,
  begin, lock purchase, read purchase, lock attempt, +attempt_event, lock place, clock, commit, clock, read purchase, read place,
  begin, lock purchase, read purchase, lock attempt, lock place, clock, +offer, ~place, +hold, ~place, ~attempt, +attempt_event,
  +ledger_transaction, +ledger_entry, ~purchase, ~purchase, +job, commit, read purchase, read attempt, read offer
pays after the deadline: read purchase, read attempt, begin, share account, lock purchase, read purchase, lock place, read attempt, clock, commit
pays for seats that are sold to another by now: read purchase, read attempt,
  begin, share account, lock purchase, read purchase, lock place, read attempt, clock, commit,
  begin, timeout, share account, lock purchase, read purchase, lock place, read attempt, clock, rollback,
  begin, timeout, lock purchase, read purchase, lock place, -hold, commit
pays nothing for an invitation: read purchase, read attempt, begin, timeout, share account, lock purchase, read purchase, lock place, read attempt, clock,
  +attempt, +attempt_event, ~purchase, ~purchase, -claim_key, ~place, ~hold, +ticket,
  ~attempt, +attempt_event, +job, commit
asks for a result that the gateway has: read purchase, read attempt, ~attempt,
  begin, lock purchase, read purchase, lock attempt, +attempt_event, lock place, clock, ~purchase, -claim_key, ~place, ~hold, +ticket,
  ~attempt, +attempt_event, +ledger_transaction, +ledger_entry, +job, commit, read purchase, read attempt
asks for a result that is known: read purchase, read attempt, read purchase, read attempt
asks for a result and is offered other seats: read purchase, read attempt, ~attempt,
  begin, lock purchase, read purchase, lock attempt, +attempt_event, lock place, clock, commit,
  clock, read purchase, read place,
  begin, lock purchase, read purchase, lock attempt, lock place, clock, +offer, ~place, +hold, ~place, ~attempt, +attempt_event,
  +ledger_transaction, +ledger_entry, ~purchase, ~purchase, +job, commit, read purchase, read attempt, read offer
accepts an offer: begin, timeout, lock purchase, read purchase, read offer, lock place, clock, lock attempt,
  ~purchase, -claim_key, ~place, ~hold, +ticket, ~offer, ~attempt, +attempt_event, +ledger_transaction, +ledger_entry, +job, commit,
  read purchase, read attempt
accepts an offer twice: begin, timeout, lock purchase, read purchase, read offer, commit, read purchase, read attempt
declines an offer: begin, timeout, lock purchase, read purchase, read offer, lock place, clock, ~purchase, -claim_key, ~place, ~hold,
  lock attempt, ~offer, ~attempt, +attempt_event, +job, commit,
  read attempt, begin, lock attempt, +attempt_event, ~attempt, +ledger_transaction, +ledger_entry, commit, read purchase, read attempt
has an offer that stands when the worker looks: begin, lock purchase, read purchase, read offer, commit
buys at a counter: begin, timeout, lock purchase, read purchase, lock place, clock, +purchase, +hold, ~place, commit, ~purchase, read purchase
pays cash at a counter: read purchase, begin, timeout, share account, lock purchase, read purchase, lock place, read attempt, clock,
  +attempt, +attempt_event, ~purchase, ~purchase, -claim_key, ~place, ~hold, +ticket,
  ~attempt, +attempt_event, +ledger_transaction, +ledger_entry, commit
looks for orders and has none: read purchase
looks for orders and has one: read purchase, read purchase, read purchase, read attempt
lets no time pass before the sweep: begin, lock purchase, commit, ~purchase, begin, lock purchase, commit, begin, lock purchase, commit, read hold
lets both evenings expire before the sweep: begin, lock purchase, ~purchase, -claim_key, commit, ~purchase, begin, lock purchase, commit, begin, lock purchase, commit, read hold,
  begin, lock hold, lock place, ~place, -hold, commit, begin, lock hold, lock place, ~place, -hold, commit
has no payment in doubt when the worker looks: begin, ~attempt, commit, ~attempt, ~attempt
`;
const costOf = new Map(
  costs
    .trim()
    .split(/\n(?! )/)
    .map((cost) => cost.replace(/\s+/g, ' ').split(': ') as [string, string]),
);

beforeAll(async () => {
  for (const sale of sales) await aBuyer().take(sale, [199]);
  await buyer.selectDelivery((await two()).id);
});

test.each(steps)('a buyer who $name costs the database what that needs', async ({ name, prepare, work }) => {
  const prepared = (await prepare()) as never;
  sent = [];
  await work(prepared);
  const names = sent.map(nameOf).filter((each) => each !== null);
  expect(names.join(', ')).toBe(costOf.get(name));
});

/** Those of the page of a performance. */
const ofPerformances = () =>
  sent.filter((statement) => /from performance(?:_shown)? as performance|from performance\s+join sale_now/.test(statement));

test('a performance that is not sold any more is read once a second, however many pages ask for it', async () => {
  const { performanceId } = saturday;
  const request = { params: { performanceId }, query: { hash: linkHash(SECRET, 'performance', performanceId) } };
  const [visitor, customer] = [clientOf(app), clientOf(app, people.pop())];
  const open = await visitor.call(getPublicPerformance, request);
  expect(open.status).toBe('ok');
  await db`update performance set state = 'cancelled' where id = ${performanceId}`;
  app.answers.clear();
  sent = [];
  for (let page = 0; page < 20; page++)
    for (const ask of [() => visitor.call(getPublicPerformance, request), () => customer.call(getPerformance, request)])
      expect(await ask()).toMatchObject({ failure: 'event_not_available', data: { performance: { reason: 'cancelled' } } });
  expect(ofPerformances()).toHaveLength(2);

  // A stale answer is used while it is renewed, and one statement renews it.
  vi.advanceTimersByTime(1500);
  sent = [];
  for (let page = 0; page < 20; page++)
    expect(await customer.call(getPerformance, request)).toMatchObject({ failure: 'event_not_available' });
  await expect.poll(ofPerformances, { interval: 5 }).toHaveLength(1);

  // It was opened again.
  await db`update performance set state = 'on_sale' where id = ${performanceId}`;
  vi.advanceTimersByTime(2000);
  expect((await customer.call(getPerformance, request)).status).toBe('ok');
});
