import { changePlaces, closeGivenBack, recordPrint, reopenGivenBack, voidSale } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { goodwill } from '../factories/goodwill.ts';
import { whileLocked } from '../factories/locks.ts';
import { anOrganiser } from '../factories/office.ts';
import { stageOf } from '../factories/purchase.ts';

/** What counters, the office and those who reserve do with an order waits for each row of it that they judge: nothing is decided by what is about to change. */
const { db, close } = await freshDatabase();
const rule = { days: 3, closesHours: 24, mostPerCustomer: 20, mostPercent: 100, partPayable: true };
const checkout = await aCheckout(db, undefined, [{ rows: 60, reservations: rule }]);
const { app, buyer, sale } = checkout;
const [clerk, organiser] = [await aCounter(db, app), await anOrganiser(db, app)];
afterAll(async () => {
  await checkout.close();
  await close();
});

let nextFree = 300;
const free = (count: number) => Array.from({ length: count }, () => nextFree++);
const validTickets = async (id: string) =>
  (await db<{ id: string }[]>`select id from ticket where purchase_id = ${id} and state = 'valid' order by place_id`).map((row) => row.id);

const bought = async () => {
  const purchase = await checkout.purchase();
  answerOf(await buyer.pay(purchase));
  return purchase.id;
};
const soldHere = async () => {
  const { id } = answerOf(await clerk.take(sale, free(2))).purchase;
  answerOf(await clerk.sell({ id, total: 2_000_000 }));
  return id;
};
const taken = async () => answerOf(await customer.take(sale, free(2))).purchase.id;
/** Of each test another one, who has reserved nothing before. */
let customer: Awaited<ReturnType<typeof checkout.stranger>>;
beforeEach(async () => {
  customer = await checkout.stranger();
});
const reserved = async () => {
  const id = await taken();
  answerOf(await customer.reserve(id));
  return id;
};
const withGoodwill = async () => {
  const id = await bought();
  await goodwill(db, { orderId: id, amount: 300_000 });
  return id;
};
const closed = async () => {
  const id = await withGoodwill();
  answerOf(await organiser.call(closeGivenBack, { params: { orderId: id }, body: { amount: 300_000, reason: 'Atención' } }));
  return id;
};

type Row = 'purchase' | 'place' | 'ticket' | 'attempt';
interface Verb {
  readonly name: string;
  readonly has: () => Promise<string>;
  /** What is seen before, and what is done with it while a row is locked. */
  readonly does: (id: string) => Promise<() => Promise<unknown>>;
  readonly rows: readonly Row[];
  /** Of the order, afterwards. */
  readonly leaves: unknown;
  readonly seen: (id: string) => Promise<unknown>;
}
const states = async (id: string) => [
  await stageOf(db, id),
  ...(await db<{ state: string }[]>`select state from ticket where purchase_id = ${id} order by state`).map(({ state }) => state),
];
const stage = async (id: string) => await stageOf(db, id);

const verbs: readonly Verb[] = [
  {
    name: 'the office refunds a ticket',
    has: bought,
    does: async (id) => {
      const [ticket = ''] = await validTickets(id);
      const { amount } = answerOf(await organiser.preview(id, [ticket]));
      return () => organiser.refund(id, { ticketIds: [ticket], amount });
    },
    rows: ['purchase', 'place', 'ticket', 'attempt'],
    leaves: ['paid', 'valid', 'void'],
    seen: states,
  },
  {
    name: 'a clerk voids a ticket',
    has: soldHere,
    does: async (id) => {
      const ticketIds = (await validTickets(id)).slice(0, 1);
      return () => clerk.call(voidSale, { params: { orderId: id }, body: { ticketIds, amount: 1_000_000, reason: 'No viene' } });
    },
    rows: ['purchase', 'place', 'ticket', 'attempt'],
    leaves: ['paid', 'valid', 'void'],
    seen: states,
  },
  {
    name: 'a clerk changes a place',
    has: soldHere,
    does: async (id) => {
      const [ticketId = ''] = await validTickets(id);
      const changes = [{ ticketId, placeId: free(1)[0] ?? 0 }];
      return () => clerk.call(changePlaces, { params: { orderId: id }, body: { changes, reason: 'Se sientan juntas' } });
    },
    rows: ['purchase', 'place', 'ticket'],
    leaves: ['paid', 'valid', 'valid', 'void'],
    seen: states,
  },
  {
    name: 'a clerk prints',
    has: soldHere,
    does: async (id) => () => clerk.call(recordPrint, { params: { orderId: id }, body: { reason: undefined } }),
    rows: ['purchase'],
    leaves: ['paid', 'valid', 'valid'],
    seen: states,
  },
  {
    name: 'the office closes what was given back',
    has: withGoodwill,
    does: async (id) => () => organiser.call(closeGivenBack, { params: { orderId: id }, body: { amount: 300_000, reason: 'Atención' } }),
    rows: ['purchase', 'attempt'],
    leaves: [undefined, ['close_given_back']],
    seen: async (id) => {
      const { givenBack, actions } = await organiser.order(id);
      return [givenBack, actions.map(({ verb }) => verb)];
    },
  },
  {
    name: 'the office opens again what was closed',
    has: closed,
    does: async (id) => {
      const refundId = (await organiser.order(id)).refunds.find(({ isForNoTicket }) => isForNoTicket)?.id ?? '';
      return () => organiser.call(reopenGivenBack, { params: { orderId: id, refundId }, body: { reason: 'Era un error' } });
    },
    rows: ['purchase'],
    leaves: 300_000,
    seen: async (id) => (await organiser.order(id)).givenBack,
  },
  {
    name: 'a customer reserves',
    has: taken,
    does: async (id) => () => customer.reserve(id),
    rows: ['purchase', 'place'],
    leaves: 'reserved',
    seen: stage,
  },
  {
    name: 'a customer goes on with a reservation',
    has: reserved,
    does: async (id) => () => customer.resume(id, sale),
    rows: ['purchase', 'place'],
    leaves: 'open',
    seen: stage,
  },
  {
    name: 'a customer gives a reservation up',
    has: reserved,
    does: async (id) => () => customer.cancelReservation(id),
    rows: ['purchase', 'place'],
    leaves: 'cancelled',
    seen: stage,
  },
];

test.each(verbs.flatMap((verb) => verb.rows.map((row) => ({ ...verb, row }))))(
  '$name once its $row is unlocked',
  async ({ has, does, row, leaves, seen }) => {
    const [id, neighbour] = [await has(), await has()];
    const before = await seen(neighbour);
    const doing = await does(id);
    const column = row === 'purchase' ? db`id` : db`purchase_id`;
    // As whoever changes it locks it: a row that only refers to it does not wait.
    answerOf((await whileLocked(db, (tx) => tx`select from ${tx(row)} where ${column} = ${id} for no key update`, doing)) as never);
    expect(await seen(id)).toEqual(leaves);
    expect(await seen(neighbour)).toEqual(before);
    expect(await db`select from place where state = 'free' and purchase_id is not null`).toEqual([]);
  },
);
