import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { expireOffer } from '../../src/sale/pay/late-money.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { lateMoney } from '../factories/late-money.ts';
import { havePurchase, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** Each thing that a buyer does, or that time does to a purchase, changes rows of that purchase only. */

const { db, close } = await freshDatabase();
// Two halls that are alike, so that places of both evenings have the same numbers.
const checkout = await aCheckout(db, undefined, [
  { startsAt: inDays(7), rows: 20 },
  { startsAt: inDays(8), rows: 20 },
]);
const { app, buyer, gateway, sales } = checkout;
const [friday, saturday] = sales;
const late = lateMoney(db, checkout);
const world = app.sale;
afterAll(async () => {
  await checkout.close();
  await close();
});

/** Seats in one row of ten, alone there but for a bystander beside them, and others at the same numbers on the other evening. */
const rows = Array.from({ length: 20 }, (_, row) => row * 10);
let turn = 0;

/** A purchase of the buyer for one evening, with people around it. */
async function inTheMidst() {
  const [first = 0] = rows.slice(turn++);
  const mine = [first, first + 1];
  const stranger = await checkout.stranger();
  const theirs = (placeIds: readonly number[], sale = friday) => havePurchase(db, { sale, customerId: stranger.customerId, placeIds });
  await theirs([first + 2, first + 3]);
  await theirs(mine, saturday);
  await havePurchase(db, { sale: saturday, customerId: buyer.customerId, placeIds: [first + 2] });
  const id = await havePurchase(db, { sale: friday, customerId: buyer.customerId, placeIds: mine });
  return { id, first, mine, total: 2 * TICKET_TOTAL, stranger };
}
type Midst = Awaited<ReturnType<typeof inTheMidst>>;

/** Of the people around some have paid, are offered other places, were declined, have given up, and stay in doubt. */
beforeAll(async () => {
  const { customerId, pay } = await checkout.stranger();
  const others = await Promise.all(
    rows.slice(turn, turn + 5).map(async (first) => ({
      id: await havePurchase(db, { sale: friday, customerId, placeIds: [first] }),
      total: TICKET_TOTAL,
      first,
    })),
  );
  turn += others.length;
  const fates = ['approve', 'lost', 'decline', 'never-arrived', 'wrong-amount'] as const;
  for (const [index, fate] of fates.entries()) {
    gateway.state.next.push(fate);
    await pay(others[index] as (typeof others)[number]);
  }
  for (const { id } of others) await letMinutesPass(db, id, 30);
  await late.sellTo('somebody', [others[1]?.first ?? -1]);
  await reconcilePayments(world);
  expect(await Promise.all(others.map(({ id }) => late.stageOf(id)))).toEqual(['paid', 'offered', 'open', 'open', 'paying']);
});
beforeEach(() => sweepExpired(app.sale));

/** Every row of the sale and of the payments that is not of this purchase, and every place that was not and is not its own. */
async function others({ id }: Midst, own: readonly string[]) {
  const rowsOf = async (table: string, key = 'purchase_id') =>
    (await db.unsafe(`select to_jsonb(each) as row from ${table} as each where ${key} <> $1 order by to_jsonb(each)::text`, [id])).map(
      ({ row }) => row,
    );
  const places = await db<{ name: string; row: object }[]>`
    select performance_id || ' ' || place_id as name, to_jsonb(place) as row from place where state <> 'free' order by performance_id, place_id`;
  return {
    purchases: await rowsOf('purchase', 'id'),
    holds: await rowsOf('hold'),
    attempts: await rowsOf('attempt'),
    events: await rowsOf('attempt_event'),
    booked: await rowsOf('ledger_entry'),
    offers: await rowsOf('offer'),
    tickets: await rowsOf('ticket'),
    places: places.filter(({ name }) => !own.includes(name)).map(({ row }) => row),
  };
}
const placesOf = async (id: string) =>
  (await db<{ name: string }[]>`select performance_id || ' ' || place_id as name from place where purchase_id = ${id}`).map(
    ({ name }) => name,
  );

const anOffer = async ({ id, total, mine }: Midst) => {
  gateway.state.next.push('lost');
  await buyer.pay({ id, total });
  await letMinutesPass(db, id, 30);
  await late.sellTo('somebody', mine.slice(-1));
  await buyer.confirm(id);
};
const aLostAnswer = async ({ id, total }: Midst) => {
  gateway.state.next.push('lost');
  await buyer.pay({ id, total });
};
/** The tables were written behind its back; it reads them again, though not twice in half a second. */
const theProcessHears = () => expect.poll(() => app.sale.live.recheck(friday.performanceId)).toBe(true);
const nothingBefore = async () => {};

interface Action {
  readonly name: string;
  readonly before?: (midst: Midst) => Promise<unknown>;
  readonly does: (midst: Midst) => Promise<unknown>;
  /** The purchase's stage afterwards, so that a refused action proves nothing. */
  readonly stage: string;
  readonly places: number;
}

const actions: readonly Action[] = [
  {
    name: 'takes one more',
    stage: 'open',
    places: 3,
    does: ({ id, first }) => buyer.takeMore(id, friday, [first + 5]),
  },
  {
    name: 'takes one on the other evening',
    stage: 'open',
    places: 3,
    does: ({ id, first }) => buyer.takeMore(id, saturday, [first + 5]),
  },
  {
    name: 'takes the best one',
    before: theProcessHears,
    stage: 'open',
    places: 3,
    does: ({ id }) => buyer.takeMoreBest(id, friday, 1),
  },
  {
    name: 'changes places',
    stage: 'open',
    places: 2,
    does: ({ id, first }) => buyer.setPlaces(id, friday, [first, first + 5]),
  },
  { name: 'gives all back', stage: 'open', places: 0, does: ({ id }) => buyer.release(id, friday) },
  { name: 'gives up', stage: 'cancelled', places: 0, does: ({ id }) => buyer.cancel(id) },
  { name: 'pays', stage: 'paid', places: 2, does: (midst) => buyer.pay(midst) },
  {
    name: 'pays with a card that is declined',
    stage: 'open',
    places: 2,
    does: async (midst) => {
      gateway.state.next.push('decline');
      await buyer.pay(midst);
    },
  },
  { name: 'pays and gets no answer', stage: 'paying', places: 2, does: aLostAnswer },
  { name: 'asks what became of the payment', before: aLostAnswer, stage: 'paid', places: 2, does: ({ id }) => buyer.confirm(id) },
  {
    name: 'is found to have paid by the worker',
    before: async (midst) => {
      await aLostAnswer(midst);
      await letMinutesPass(db, midst.id, 1);
    },
    stage: 'paid',
    places: 2,
    does: () => reconcilePayments(world),
  },
  {
    name: 'pays too late and is offered others',
    before: async (midst) => {
      await aLostAnswer(midst);
      await letMinutesPass(db, midst.id, 30);
      await late.sellTo('somebody', midst.mine.slice(-1));
    },
    stage: 'offered',
    places: 2,
    does: ({ id }) => buyer.confirm(id),
  },
  { name: 'accepts what is offered', before: anOffer, stage: 'paid', places: 2, does: ({ id }) => late.accept(id) },
  { name: 'declines what is offered', before: anOffer, stage: 'cancelled', places: 0, does: ({ id }) => late.decline(id) },
  {
    name: 'lets the offer expire',
    before: async (midst) => {
      await anOffer(midst);
      await late.isOver(midst.id);
    },
    stage: 'cancelled',
    places: 0,
    does: ({ id }) => expireOffer(world, { purchaseId: id }),
  },
  {
    name: 'runs out of time',
    before: ({ id }) => letMinutesPass(db, id, 13),
    stage: 'expired',
    places: 0,
    does: () => sweepExpired(app.sale),
  },
];

test.each(actions)('a buyer who $name changes nothing of others', async ({ before = nothingBefore, does, stage, places }) => {
  const midst = await inTheMidst();
  await before(midst);
  const had = await placesOf(midst.id);
  const snapshot = await others(midst, had);
  await does(midst);
  const has = await placesOf(midst.id);
  expect(await late.stageOf(midst.id)).toBe(stage);
  expect((await db`select from place where purchase_id = ${midst.id} and (state = 'sold' or held_until > clock_timestamp())`).length).toBe(
    places,
  );
  const own = [...had, ...has];
  expect(await others(midst, own)).toEqual(snapshot);
  expect(await db`select from place where state = 'free' and (purchase_id is not null or held_until is not null)`).toEqual([]);
  // A hold ends with its places.
  expect(
    await db`
      select hold.purchase_id from hold join place on place.performance_id = hold.performance_id and place.place_id = any (place_ids)
                                                  and place.purchase_id = hold.purchase_id and place.state = 'held'
       where hold.purchase_id = ${midst.id} and hold.held_until <> place.held_until`,
  ).toEqual([]);
});
