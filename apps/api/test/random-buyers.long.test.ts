import { applyPromotionCode } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { sweepExpired } from '../src/sale/claim/release-places.ts';
import { reconcilePayments } from '../src/sale/tasks.ts';
import { freshDatabase } from './database.ts';
import { buyerAt } from './factories/buyer.ts';
import { aProduct, aPromotion } from './factories/catalogue.ts';
import { aCheckout } from './factories/checkout.ts';
import { aCounter } from './factories/counter.ts';
import { customersApp, haveBuyers } from './factories/customers.ts';
import { letMinutesPass } from './factories/time.ts';

const BUYERS = 200;
const CLERKS = 3;
const ROUNDS = 10;
/** Places of the two halls: not enough for everybody. */
const LARGE = 160;
const SMALL = 60;
const SHIRTS = 25;
const LAST_USES = 5;
const CODES = ['MITAD', 'ULTIMOS', 'PERSONA', 'NO-EXISTE'];

const { db, close } = await freshDatabase();
const startsAt = Temporal.Now.instant().add({ hours: 24 * 60 });
const shop = await aCheckout(db, undefined, [
  {
    rows: LARGE / 10,
    startsAt,
    reservations: { days: 3, closesHours: 24, mostPerCustomer: 4, mostPercent: 40, partPayable: true },
    promotions: [
      aPromotion({ key: 'todos', name: '10 %', percent: 1000 }),
      aPromotion({ key: 'mitad', name: 'Mitad', percent: 5000, codes: [{ code: 'MITAD', mostUses: null }] }),
      aPromotion({ key: 'ultimos', name: 'Últimos', percent: 6000, codes: [{ code: 'ULTIMOS', mostUses: LAST_USES }] }),
      aPromotion({ key: 'persona', name: 'Dos por persona', percent: 4000, perCustomer: 2, codes: [{ code: 'PERSONA', mostUses: null }] }),
    ],
    products: [aProduct({ variants: [{ stock: SHIRTS }], mostPerPurchase: 3 })],
  },
  { rows: SMALL / 10, startsAt },
]);
const { app, sales, card, gateway } = shop;
const twin = await customersApp(db, { payments: [card] });
afterAll(async () => {
  await twin.close();
  await shop.close();
  await close();
});

/** Repeatable but for what meets whom. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Outcome = { readonly status: string; readonly failure?: string };
const seen = new Map<string, number>();
/** Counts what became of a call; a fault of the server fails the test at once. */
function noted<Of extends Outcome>(what: string, outcome: Of): Of {
  const result = `${what}: ${outcome.failure ?? outcome.status}`;
  seen.set(result, (seen.get(result) ?? 0) + 1);
  if (outcome.status === 'fault' || outcome.status === 'ERROR') throw new Error(`${result} ${JSON.stringify(outcome)}`);
  return outcome;
}

const [variant] = await db<{ id: number }[]>`select id from product_variant`;
const shirt = (quantity: number) => [{ variantId: variant?.id ?? 0, quantity }];

const aHall = (roll: (sides: number) => number) => (roll(3) > 0 ? ([sales[0], LARGE] as const) : ([sales[1], SMALL] as const));

type Buyer = ReturnType<typeof buyerAt>;

/** One person buys, changes their mind, reserves, comes back, and pays or does not. */
async function visit(buyer: Buyer, roll: (sides: number) => number) {
  const [sale, size] = aHall(roll);
  const taken =
    roll(2) > 0
      ? noted('take', await buyer.take(sale, [...new Set(Array.from({ length: 1 + roll(3) }, () => roll(size)))]))
      : noted('best', await buyer.takeBest(sale, 1 + roll(4)));
  const id = taken.status === 'ok' ? taken.data.purchase.id : '0';
  // Who has no place may still buy a shirt alone.
  if (roll(3) === 0) {
    const chosen = noted('product', await buyer.selectProducts(id, sales[0], shirt(1 + roll(3))));
    if (id === '0' && chosen.status === 'ok') return pay(buyer, chosen.data.id, roll);
  }
  if (id === '0') return;
  if (roll(2) === 0) {
    const code = CODES[roll(CODES.length)] ?? '';
    noted('code', await buyer.call(applyPromotionCode, { params: { purchaseId: id }, body: { code } }));
  }
  if (roll(5) === 0) return void noted('cancel', await buyer.cancel(id));
  if (roll(4) === 0 && noted('reserve', await buyer.reserve(id)).status === 'ok') {
    if (roll(3) === 0) return;
    if (roll(3) === 0) return void noted('give up', await buyer.cancelReservation(id));
    if (noted('resume', await buyer.resume(id, sale)).status !== 'ok') return;
  }
  if (roll(6) > 0) await pay(buyer, id, roll);
}

async function pay(buyer: Buyer, id: string, roll: (sides: number) => number) {
  noted('delivery', await buyer.selectDelivery(id));
  const purchase = noted('purchase', await buyer.purchase(id));
  if (purchase.status !== 'ok') return;
  const total = purchase.data.totals?.total ?? 0;
  const key = `click-${id}`;
  const clicks =
    roll(4) === 0 ? [buyer.pay({ id, total }, { key }), buyer.pay({ id, total }, { key })] : [buyer.pay({ id, total }, { key })];
  for (const outcome of await Promise.all(clicks)) noted('pay', outcome);
}

type Counter = Awaited<ReturnType<typeof aCounter>>;
async function sell(counter: Counter, roll: (sides: number) => number) {
  const [sale, size] = aHall(roll);
  const taken = noted('counter takes', await counter.take(sale, [roll(size)]));
  if (taken.status !== 'ok') return;
  const { id, totals } = taken.data.purchase;
  const total = totals?.total ?? 0;
  if (roll(5) === 0) return void noted('counter cancels', await counter.cancel(id));
  const form = { id, total };
  noted('counter sells', roll(2) > 0 ? await counter.sell(form) : await counter.sellOnTerminal(form, { onTerminal: Math.ceil(total / 2) }));
}

test(`${BUYERS} buyers with codes, products, reservations and counters on a small hall: places, uses, stock, totals and ledger agree`, async () => {
  const seed = Number(process.env.BUYERS_SEED ?? 1);
  const roll = dice(seed);
  const behaviours = ['approve', 'approve', 'approve', 'decline', 'lost', 'down'] as const;
  gateway.state.next = Array.from({ length: 2000 }, () => behaviours[roll(behaviours.length)] ?? 'approve');
  const people = await haveBuyers(db, BUYERS);
  // A fifth of them share documents: one person with many accounts.
  await db`
    update customer set document_number = (30000000 + n)::text
      from unnest(${people.map(({ customerId }) => customerId)}::text[], ${people.map((_, index) => index - (index % 5 === 0 ? 1 : 0))}::integer[]) as t (of, n)
     where id = of`;
  const buyers = people.map(({ token }, index) => buyerAt(index % 2 === 0 ? app : twin, { token, ip: `198.51.${index % 200}.7` }));
  const counters = await Promise.all(Array.from({ length: CLERKS }, (_, index) => aCounter(db, index % 2 === 0 ? app : twin)));

  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([
      ...buyers.filter(() => roll(5) === 0).map((buyer) => visit(buyer, roll)),
      ...counters.map(async (counter) => {
        for (let one = 0; one < 2; one++) await sell(counter, roll);
      }),
    ]);
    // Some come too late, and others find their places free again.
    const open = await db<{ id: string }[]>`select id from purchase where stage in ('open', 'reserved', 'paying') order by id`;
    for (const { id } of open) if (roll(3) === 0) await letMinutesPass(db, id, 30);
    await reconcilePayments(app.sale);
    await sweepExpired(app.sale);
    await expectInvariants(seed);
  }
  const left = await db<{ id: string }[]>`select id from purchase where stage not in ('paid', 'cancelled', 'expired') order by id`;
  for (const { id } of left) await letMinutesPass(db, id, 5 * 24 * 60);
  await reconcilePayments(app.sale);
  await sweepExpired(app.sale);
  await expectInvariants(seed);
  expect(await db`select id, stage from purchase where stage not in ('paid', 'cancelled', 'expired')`).toEqual([]);
  expect(await db`select from place where state = 'held'`).toEqual([]);
  // Else the test has seen nothing of what it is about.
  for (const result of [
    ...['take: ok', 'take: places_taken', 'best: ok', 'product: ok', 'product: product_refused', 'code: ok', 'code: promotion_refused'],
    ...['reserve: ok', 'resume: ok', 'give up: ok', 'cancel: ok', 'pay: ok', 'counter sells: ok'],
  ])
    expect(seen.get(result), `${result} never happened (seed ${seed}): ${JSON.stringify([...seen])}`).toBeGreaterThan(0);
});

/** What holds at any moment at which no call is under way. */
async function expectInvariants(seed: number) {
  const where = `seed ${seed}`;
  const none = async (rows: PromiseLike<readonly object[]>) => expect(await rows, where).toEqual([]);
  // Each place has the one owner that its ticket, or its purchase's hold, says.
  await none(db`
    select place.performance_id, place.place_id, place.state, count(ticket.id) from place
      left join ticket on ticket.performance_id = place.performance_id and ticket.place_id = place.place_id and ticket.state = 'valid'
      left join purchase on purchase.id = place.purchase_id
     group by place.performance_id, place.place_id, place.state, place.purchase_id, purchase.stage
    having (place.state = 'sold') <> (count(ticket.id) = 1) or count(ticket.id) > 1
        or (place.state = 'sold' and (purchase.stage <> 'paid' or min(ticket.purchase_id) <> place.purchase_id))
        or (place.state = 'held' and purchase.stage not in ('open', 'paying', 'offered', 'reserved'))`);
  // No code was used more often than it may, and nobody had more tickets of a promotion than a person may.
  await none(db`
    select code, count(distinct purchase_id) from promotion_use
      join promotion_code on promotion_code.id = code_id join purchase on purchase.id = purchase_id
     where stage = 'paid' and most_uses is not null group by code, most_uses having count(distinct purchase_id) > most_uses`);
  await none(db`
    select document_number, sum(tickets) from (
      select document_number, per_customer, (
        select count(*) from jsonb_array_elements(priced -> 'tickets') as ticket where (ticket -> 'promotion' ->> 'id')::integer = promotion.id) as tickets
        from purchase join customer on customer.id = customer_id cross join promotion
       where stage = 'paid' and channel = 'online' and per_customer is not null) as paid
     group by document_number, per_customer having sum(tickets) > per_customer`);
  // Who paid less because of a code had a use of it.
  await none(db`
    select purchase.id from purchase cross join jsonb_array_elements(priced -> 'tickets') as ticket
      join promotion on promotion.id = (ticket -> 'promotion' ->> 'id')::integer
     where stage = 'paid' and needs_code
       and not exists (select from promotion_use where purchase_id = purchase.id and promotion_id = promotion.id)`);
  // No more was sold than there is.
  await none(db`
    select variant_id, sum(quantity) from purchase_product
      join purchase on purchase.id = purchase_id join product_variant on product_variant.id = variant_id
     where stage = 'paid' and returned_at is null group by variant_id, stock having sum(quantity) > stock`);
  // Every cent: what a purchase costs is the sum of its parts, was taken once, and is booked; what is not paid has nothing.
  await none(db`
    select id, total, priced -> 'totals' ->> 'total' as priced, booked from (
      select purchase.*, coalesce((select sum(amount) from ledger_entry
         where purchase_id = purchase.id and (account like 'clearing:%' or account = 'cash_drawer')), 0) as booked,
        coalesce((select sum(amount) from ledger_entry where purchase_id = purchase.id), 0) as unbalanced from purchase) as purchase
     where unbalanced <> 0 or booked <> case when stage = 'paid' then (priced -> 'totals' ->> 'total')::bigint else 0 end`);
  const taken = await db<{ reference: string; stage: string; total: number }[]>`
    select reference, stage, total from attempt join purchase on purchase.id = purchase_id where provider = 'payway' and state = 'approved'`;
  const approved = gateway.payments.filter(({ status }) => status === 'approved');
  const known = new Map(taken.map((each) => [each.reference, each]));
  for (const { site_transaction_id: reference, amount } of approved) {
    const attempt = known.get(reference);
    // One whose answer was lost is asked about within the minute.
    if (attempt) expect([attempt.stage, attempt.total], where).toEqual(['paid', amount]);
  }
  expect(taken.length, where).toBeLessThanOrEqual(approved.length);
  // What clerks took is in their drawers.
  await none(db`
    select purchase.id from purchase
     where stage = 'paid' and channel = 'box_office' and total > 0
       and (select coalesce(sum(amount), 0) from drawer_entry where purchase_id = purchase.id)
           <> (select coalesce(sum(amount), 0) from ledger_entry where purchase_id = purchase.id and account = 'cash_drawer')`);
}
