import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomId } from '../../src/db/random-id.ts';
import type { Stage } from '../../src/sale/queries-purchases.ts';
import { moveStage, stagesBefore } from '../../src/sale/stages.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { haveCustomer, havePurchase, haveSale } from '../factories/purchase.ts';

const { db, owner, close } = await freshDatabase();
const sale = await haveSale(db);
afterAll(close);

const stages: readonly Stage[] = ['open', 'reserved', 'paying', 'offered', 'paid', 'expired', 'cancelled'];
const steps = stages.flatMap((from) => stages.filter((to) => to !== from).map((to) => [from, to] as const));
const purchases = new Map<Stage, string>();
let bystander = '';

/** Ways from `open` to each stage. */
const ways: Readonly<Record<Stage, readonly Stage[]>> = {
  reserved: ['reserved'],
  open: [],
  paying: ['paying'],
  offered: ['paying', 'offered'],
  paid: ['paying', 'paid'],
  expired: ['expired'],
  cancelled: ['cancelled'],
};

beforeAll(async () => {
  for (const [index, stage] of stages.entries()) {
    const id = await havePurchase(db, { sale, customerId: await haveCustomer(db), placeIds: [index] });
    await db`update purchase set total = 1, reserved_until = deadline where id = ${id}`;
    for (const to of ways[stage]) await db.begin((tx) => moveStage(tx, [id], to));
    purchases.set(stage, id);
  }
  bystander = await havePurchase(db, { sale, customerId: await haveCustomer(db), placeIds: [20] });
});

const stageOf = async (id: string) => (await db<{ stage: Stage }[]>`select stage from purchase where id = ${id}`)[0]?.stage;
const undone = new Error('so that the next test finds it as it was');

test.each(steps)('from %s to %s: the database allows it exactly if the table of stages does (C-02)', async (from, to) => {
  const id = purchases.get(from) ?? '';
  const ends = ['paid', 'expired', 'cancelled'].includes(to);
  const write = db.begin(async (tx) => {
    await tx`update purchase set stage = ${to}, ended_at = ${ends ? tx`now()` : null} where id = ${id}`;
    throw undone;
  });
  if (stagesBefore(to).includes(from)) await expect(write).rejects.toBe(undone);
  else await expect(write).rejects.toThrow(`a purchase that is ${from} cannot become ${to}`);
  expect(await stageOf(id)).toBe(from);
});

test.each(steps)('moving from %s to %s changes that purchase alone, or throws and changes nothing (C-02)', async (from, to) => {
  const id = purchases.get(from) ?? '';
  let after: Stage | undefined;
  const move = db.begin(async (tx) => {
    await moveStage(tx, [id], to);
    [{ stage: after }] = await tx<[{ stage: Stage }]>`select stage from purchase where id = ${id}`;
    expect(await tx`select from purchase where id = ${bystander} and stage = 'open'`).toHaveLength(1);
    throw undone;
  });
  if (stagesBefore(to).includes(from)) {
    await expect(move).rejects.toBe(undone);
    expect(after).toBe(to);
  } else await expect(move).rejects.toThrow(`1 of 1 purchases cannot become ${to}`);
  expect(await stageOf(id)).toBe(from);
});

test('a customer with purchases is never deleted and keeps its id, because they name it without a key', async () => {
  const [{ customerId }] = await db<[{ customerId: string }]>`select customer_id as "customerId" from purchase where id = ${bystander}`;
  await expect(db`delete from customer where id = ${customerId}`).rejects.toThrow('purchases name them');
  await expect(db`update customer set id = 'another' where id = ${customerId}`).rejects.toThrow('purchases name them');
  await expect(owner`truncate customer cascade`).rejects.toThrow('purchases name them');
  expect(await db`select from customer where id = ${customerId}`).toHaveLength(1);
  const another = await haveCustomer(db);
  await db`delete from customer where id = ${another}`;
  expect(await db`select from customer where id = ${another}`).toEqual([]);
});

test('a customer whose first purchase is being started at the moment of the deletion stays', async () => {
  const customerId = await haveCustomer(db);
  const { refused } = await db.begin(async (tx) => {
    await tx`insert into purchase (id, customer_id, channel, started_at, deadline)
             values (${randomId()}, ${customerId}, 'online', clock_timestamp(), clock_timestamp() + interval '12 minutes')`;
    // Expected before the commit, whose answer may arrive after the refusal.
    const deletion = expect(db`delete from customer where id = ${customerId}`.execute()).rejects.toThrow('purchases name them');
    await expect.poll(() => waitingForLocks(db), { interval: 5 }).toBe(1);
    return { refused: deletion };
  });
  await refused;
});

test('a hold names a purchase that exists and keeps it, and a purchase with holds is never deleted, without a key between them', async () => {
  const hold = (purchaseIds: readonly string[]) => db`
    insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until)
    select ${sale.performanceId}, id, '{30}', '{1}', clock_timestamp() from unnest(${[...purchaseIds]}::text[]) as id`;
  const other = await havePurchase(db, { sale, customerId: await haveCustomer(db), placeIds: [21] });
  const [empty, unknown] = [randomId(), randomId()];
  await db`insert into purchase (id, customer_id, channel, started_at, deadline)
           select ${empty}, customer_id, channel, started_at, deadline from purchase where id = ${other}`;
  await expect(hold([unknown])).rejects.toThrow('a hold names a purchase that does not exist');
  await expect(hold([empty, unknown])).rejects.toThrow('a hold names a purchase that does not exist');
  expect(await db`select from hold where purchase_id in (${empty}, ${unknown})`).toEqual([]);
  await expect(db`update hold set purchase_id = ${empty} where purchase_id = ${other}`).rejects.toThrow('a hold keeps its purchase');
  await expect(db`delete from purchase where id = ${other}`).rejects.toThrow('their row while it has holds');
  await expect(db`update purchase set id = ${unknown} where id = ${other}`).rejects.toThrow('purchases keep their id');
  await hold([empty]);
  await db`delete from hold where purchase_id = ${empty}`;
  await db`delete from purchase where id = ${empty}`;
  expect(await db`select from purchase where id = ${empty}`).toEqual([]);
  expect(await db`select from hold where purchase_id = ${other}`).toHaveLength(1);
});

test('a delivery type is never deleted and keeps its id either', async () => {
  await expect(db`delete from delivery_type where id = 1`).rejects.toThrow('purchases name them');
  await expect(db`update delivery_type set id = 99 where id = 1`).rejects.toThrow('purchases name them');
  await expect(owner`truncate delivery_type cascade`).rejects.toThrow('purchases name them');
  expect(await db`select from delivery_type where id = 1`).toHaveLength(1);
});

test('of several purchases all move or none', async () => {
  const [open = '', paid = ''] = [purchases.get('open'), purchases.get('paid')];
  await expect(db.begin((tx) => moveStage(tx, [open, paid], 'cancelled'))).rejects.toThrow('1 of 2 purchases cannot become cancelled');
  expect(await stageOf(open)).toBe('open');
});
