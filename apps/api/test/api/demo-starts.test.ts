import { getAvailability, getBillboard } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { completeDemo, loadDemo } from '../../../../demo/load.ts';
import { limit } from '../../../../scripts/test/limits.ts';
import { mapEntry } from '../../src/catalogue/import/index.ts';
import type { Db } from '../../src/db/connect.ts';
import { checkLedger } from '../../src/payments/index.ts';
import { payway } from '../../src/payments/providers/payway/payway.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aPerformance, aShow, haveCatalogue, inDays } from '../factories/catalogue.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { dyingAfter, findFaults, PLACES, smallDemo } from '../factories/demo.ts';
import { aGateway } from '../factories/gateway.ts';
import { letDaysPass } from '../factories/time.ts';

/** What `npm start` does with the demo, whatever became of it since the last time. */
const gateway = await aGateway();
const card = payway({ url: gateway.url, publicKey: 'public', privateKey: 'private', timeoutMs: limit(2000) });
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.close();
  gateway.close();
});

async function aDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase();
  databases.push(database);
  return database;
}

async function start({ url }: TestDatabase): Promise<string[]> {
  const lines: string[] = [];
  await loadDemo({ demo: smallDemo, databaseUrl: url, log: (line) => lines.push(line) });
  return lines;
}

/** Works with a server on this database. */
async function running<Result>(db: Db, work: (app: FastifyInstance) => Promise<Result>): Promise<Result> {
  const app = await customersApp(db, { confirmAddress: 'none', payments: [card], answersFreshMs: 0 });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

const lookAt = (app: FastifyInstance, performanceId: number) => clientOf(app).ok(getAvailability, { params: { performanceId }, query: {} });

/** On sale, with no place that is sold or held; the next one first. */
const findUntouched = async (db: Db): Promise<number[]> => {
  const found = await db<{ id: number }[]>`
    select id from performance_now as performance
     where state = 'on_sale' and starts_at > now() and not exists (select from hold where performance_id = performance.id)
     order by starts_at, id`;
  return found.map(({ id }) => id);
};

/** How much of each performance is sold and held, and who has an account. */
const summaryOf = async (db: Db) => ({
  performances: await db`
    select show.seo, performance.state, count(hold.purchase_id)::integer as purchases, sum(cardinality(place_ids))::integer as places
      from performance join show on show.id = performance.show_id left join hold on hold.performance_id = performance.id
     group by performance.id, show.seo order by show.seo, performance.starts_at`,
  people: await db`select email, role from customer order by email`,
});

test('performances that were looked at are sold by a later start', async () => {
  const database = await aDatabase();
  const { db } = database;
  await start(database);
  const seen = await findUntouched(db);
  expect(seen.length).toBeGreaterThan(5);
  await running(db, async (app) => {
    for (const performanceId of seen) await lookAt(app, performanceId);
  });
  await letDaysPass(db, 30);
  expect(await start(database)).toContainEqual(expect.stringMatching(/^\d+ purchases of/));
  const houses = await db<{ sold: number; places: number }[]>`
    select count(*) filter (where state = 'sold')::integer as sold, count(*)::integer as places from place
     where performance_id = any (${seen}) and performance_id in (select performance_id from hold) group by performance_id`;
  expect(houses.length).toBeGreaterThan(0);
  for (const { sold, places } of houses) expect([sold > 0, places]).toEqual([true, PLACES]);
  expect(await findFaults(db)).toEqual([]);
});

/** Everything that people have who are not the demo's own. */
const findPeoplesOwn = (db: Db, people: readonly string[]) => db`
  select purchase.id, purchase.stage, purchase.deadline, purchase.total, hold.place_ids, hold.state as hold, hold.held_until,
         array(select (place_id, state, place.purchase_id, place.held_until, version)::text from place
                where place.performance_id = hold.performance_id and place_id = any (hold.place_ids) order by place_id) as places,
         array(select (id, place_id, state, issued_at)::text from ticket where ticket.purchase_id = purchase.id order by id) as tickets
    from purchase left join hold on hold.purchase_id = purchase.id
    join customer on customer.id = purchase.customer_id
   where customer.email = any (${[...people]}::text[]) order by purchase.id, hold.performance_id`;

/** A show beside the demo's: in a theatre of its own, and another in the demo's hall at hours that the demo would take for its next run. */
async function importBeside(db: Db) {
  await haveCatalogue(db, {
    showTypes: [],
    maps: smallDemo.venues.map(({ map }) => mapEntry('teatro', map())),
    shows: [
      aShow(),
      aShow({
        ...{ seo: 'beside', venue: 'salita', name: 'Al lado' },
        performances: [9, 10].map((days) => aPerformance({ venue: 'salita', startsAt: inDays(days, '22:00') })),
      }),
    ],
  });
}

/** What an import makes of the demo: a show has another name, and one of its evenings is cancelled. */
async function changeDemo(db: Db) {
  const [next] = await db<{ startsAt: Temporal.Instant }[]>`
    select starts_at as "startsAt" from performance join show on show.id = performance.show_id
     where seo = 'se-corto-la-luz' and starts_at > now() order by starts_at desc limit 1`;
  await haveCatalogue(db, {
    ...{ showTypes: [], venues: [], maps: [] },
    shows: [
      aShow({
        ...{ seo: 'se-corto-la-luz', typeId: 6, venue: 'salita', name: 'Volvió la luz', position: null },
        performances: next ? [aPerformance({ venue: 'salita', startsAt: next.startsAt, state: 'cancelled' })] : [],
      }),
    ],
  });
}

/** A day of visitors: they look at everything, one buys, one leaves a purchase open, one gives it up. */
async function spendDay(app: FastifyInstance, db: Db): Promise<string> {
  await sweepExpired(app.sale);
  const untouched = await findUntouched(db);
  for (const performanceId of untouched) await lookAt(app, performanceId);
  const { token, email } = await loggedIn(app);
  const buyer = buyerAt(app, { token });
  const [bought = 0, given = 0, open = 0] = untouched;
  const { purchase } = answerOf(await buyer.takeBest({ performanceId: bought }, 2));
  const { totals } = answerOf(await buyer.selectDelivery(purchase.id));
  answerOf(await buyer.pay({ id: purchase.id, total: totals?.total ?? 0 }));
  const { purchase: other } = answerOf(await buyer.takeBest({ performanceId: given }, 2));
  answerOf(await buyer.cancel(other.id));
  answerOf(await buyer.takeBest({ performanceId: open }, 2));
  return email;
}

test('a demo that people use starts every day of a fortnight, has something on sale, and leaves what is theirs', async () => {
  const database = await aDatabase();
  const { db } = database;
  const people: string[] = [];
  const said: string[] = [];
  await running(db, async (app) => {
    for (let day = 0; day < 14; day += 1) {
      const before = await findPeoplesOwn(db, people);
      said.push(...(await start(database)));
      expect(await findPeoplesOwn(db, people)).toEqual(before);
      expect(await findFaults(db)).toEqual([]);
      expect((await checkLedger(db)).faults).toEqual([]);
      const listed = (await clientOf(app).ok(getBillboard, {})).items.map(({ seo }) => seo);
      expect(listed).toEqual(expect.arrayContaining(smallDemo.shows.map(({ slug }) => slug)));
      people.push(await spendDay(app, db));
      if (day === 2) await importBeside(db);
      if (day === 3) await changeDemo(db);
      await letDaysPass(db, 1);
    }
  });
  expect(said.filter((line) => line.startsWith('left out'))).toEqual([]);
  expect(said).toContainEqual(expect.stringMatching(/whose run was over have \d+ new dates/));
  expect(await db`select name from show where seo = 'se-corto-la-luz'`).toEqual([{ name: 'Volvió la luz' }]);
  expect(await db`select venue_id, starts_at from performance group by venue_id, starts_at having count(*) > 1`).toEqual([]);
});

test('a start that is killed at any statement is completed by the next', async () => {
  const [undisturbed, disturbed] = [await aDatabase(), await aDatabase()];
  const whole = dyingAfter(undisturbed.db, Number.POSITIVE_INFINITY);
  await completeDemo(whole.db, smallDemo, () => {});
  let kills = 0;
  // Each start comes a little further than the one before, and finds what all of them have left.
  for (let statements = 1; statements < whole.sent(); statements += 9) {
    const dying = dyingAfter(disturbed.db, statements);
    await completeDemo(dying.db, smallDemo, () => {}).catch((error: Error) => {
      expect(error.message).toBe('killed');
      kills += 1;
    });
    expect(await findFaults(disturbed.db)).toEqual([]);
  }
  expect(kills).toBeGreaterThan(10);
  await start(disturbed);
  expect(await summaryOf(disturbed.db)).toEqual(await summaryOf(undisturbed.db));
  expect((await checkLedger(disturbed.db)).faults).toEqual([]);
});

test('starts at the same time on one database load the demo once', async () => {
  const [alone, shared] = [await aDatabase(), await aDatabase()];
  await start(alone);
  await Promise.all([start(shared), start(shared), start(shared)]);
  expect(await summaryOf(shared.db)).toEqual(await summaryOf(alone.db));
  expect(await findFaults(shared.db)).toEqual([]);
});

test('a performance whose sales the database refuses is left out, and the line says which; the others are sold', async () => {
  const database = await aDatabase();
  const { db, owner } = database;
  await completeDemo(db, { ...smallDemo, buyers: [] }, () => {});
  const [refused] = await findUntouched(db);
  await owner`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`;
  await owner.unsafe(
    `create trigger refuse before insert on hold for each row when (new.performance_id = ${refused}) execute function refuse()`,
  );
  const lines = await start(database);
  expect(lines).toContain(`left out: what is sold of performance ${refused} (not this one)`);
  expect(lines).toContainEqual(expect.stringMatching(/^\d+ purchases of/));
  expect(await db`select from hold where performance_id = ${refused ?? 0}`).toHaveLength(0);
  expect(await db`select from place where performance_id = ${refused ?? 0}`).toHaveLength(0);
});
