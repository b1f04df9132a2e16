import { getBillboard } from '@butaca/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoShows } from '../../../../demo/butaca/index.ts';
import { demoOf } from '../../../../demo/demos.ts';
import { loadDemo } from '../../../../demo/load.ts';
import { freshDatabase } from '../database.ts';
import { clientOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';

const { db, owner, url, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
afterAll(async () => {
  await app.close();
  await close();
});
const demo = demoOf('butaca');
const load = async () => {
  if (!demo) throw new Error('there is no demo of this name');
  const lines: string[] = [];
  await loadDemo({ demo, databaseUrl: url, log: (line) => lines.push(line) });
  return lines;
};
beforeAll(() => load());
const billboard = async () => (await clientOf(app).ok(getBillboard, {})).items;

test('a fresh demo shows every show with a price, five images and dates within ninety days', async () => {
  const shows = await billboard();
  expect(shows).toHaveLength(demoShows.length);
  for (const show of shows) {
    expect(show.lowestPrice).toBeGreaterThan(0);
    expect(show.images).toHaveLength(5);
  }
  const [edges] = await db<{ days: number; cancelled: number; announced: number; soldOut: number; single: number; many: number }[]>`
    with shows as (select show_id, count(*) as dates from performance group by show_id)
    select extract(day from max(starts_at) - now())::integer as days, count(*) filter (where state = 'cancelled') as cancelled,
           count(*) filter (where state = 'announced') as announced, count(*) filter (where state = 'sold_out') as "soldOut",
           (select count(*) from shows where dates = 1) as single, (select count(*) from shows where dates >= 20) as many
      from performance`;
  expect(edges?.days).toBeLessThanOrEqual(90);
  expect(edges?.days).toBeGreaterThan(60);
  for (const count of [edges?.cancelled, edges?.announced, edges?.soldOut, edges?.single, edges?.many]) expect(count).toBeGreaterThan(0);
});

test('the demo has a date that moved, one that is over and of which a regular buyer has tickets, their reservation, and a room that opens with a sale', async () => {
  const states = () => db`
    select (select count(*)::integer from performance_move) as moves,
           (select count(*)::integer from performance where starts_at < now()) as over,
           (select jsonb_agg(jsonb_build_array(stage, starts_at < now(), cardinality(place_ids)) order by stage)
              from purchase join customer on customer.id = customer_id join hold on purchase_id = purchase.id
              join performance on performance.id = performance_id where email = 'ana@correo.example') as "ofAna",
           (select count(*)::integer from ticket join purchase on purchase.id = purchase_id join customer on customer.id = customer_id
             where email = 'ana@correo.example') as tickets,
           (select count(*)::integer from reservation where until > now()) as reservations,
           (select jsonb_agg(jsonb_build_array(phase, queue_room.starts_at = on_sale_at, state))
              from queue_room join performance on performance.id = performance_id) as rooms,
           (select count(*)::integer from graphile_worker.jobs) as mails`;
  const expected = [
    {
      ...{ moves: 1, tickets: 2, reservations: 1, mails: 0 },
      over: expect.toSatisfy((count: number) => count > 0),
      ofAna: [
        ['paid', true, 2],
        ['reserved', false, 2],
      ],
      rooms: [['pre', true, 'announced']],
    },
  ];
  expect(await states()).toEqual(expected);
  expect(await load()).toEqual([]);
  expect(await states()).toEqual(expected);
});

test('no two shows of the demo are in the same house at the same hour', async () => {
  expect(await db`select venue_id, starts_at from performance group by venue_id, starts_at having count(*) > 1`).toEqual([]);
});

test('the demo’s sold-out performances are sold to the last place, with their money in the ledger; others have places left', async () => {
  const sales = await db<{ state: string; places: number; sold: number; paid: number; booked: number; mails: number }[]>`
    select performance.state, (select count(*)::integer from ticket where performance_id = performance.id and state = 'valid') as sold,
           (select count(*)::integer from place where performance_id = performance.id and state = 'sold') as places,
           (select sum(total)::bigint from purchase join hold on hold.purchase_id = purchase.id
             where hold.performance_id = performance.id and stage = 'paid') as paid,
           (select -sum(amount)::bigint from ledger_entry where performance_id = performance.id) as booked
      from performance where exists (select from hold where performance_id = performance.id and hold.state = 'sold')`;
  const soldOut = sales.filter(({ state }) => state === 'sold_out');
  expect(soldOut.length).toBeGreaterThan(2);
  const houses = await db<{ id: number; places: number }[]>`
    select performance.id, (select sum(place_count)::integer from sector where venue_map_id = performance.venue_map_id) as places
      from performance where state = 'sold_out' order by id`;
  expect(soldOut.map(({ sold }) => sold).sort()).toEqual(houses.map(({ places }) => places).sort());
  for (const { sold, places, paid, booked } of sales) {
    expect(sold).toBeGreaterThan(0);
    expect([places, booked]).toEqual([sold, paid]);
  }
  expect(sales.length).toBeGreaterThan(soldOut.length + 20);
  const [rest] = await db<{ held: number; jobs: number; buyers: number }[]>`
    select (select count(*)::integer from hold where state = 'held') as held,
           (select count(*)::integer from graphile_worker.jobs) as jobs,
           (select count(distinct customer_id)::integer from purchase) as buyers`;
  expect(rest).toMatchObject({ jobs: 0, buyers: (demo?.buyers.length ?? 0) + 1 });
  expect(rest?.held).toBeGreaterThan(10);
});

test('a second start changes nothing; months later every show that is over has new dates', async () => {
  const rows = () => db`
    select id::text, xmin::text from performance union all select id::text, xmin::text from show
     union all select id, xmin::text from purchase order by 1, 2`;
  const before = await rows();
  expect(await load()).toEqual([]);
  expect(await rows()).toEqual(before);

  await db`update performance set starts_at = starts_at - interval '200 days', doors_at = null, on_sale_at = null`;
  expect(await billboard()).toEqual([]);
  await load();
  expect(await billboard()).toHaveLength(demoShows.length);
});

test('loading the demo leaves an existing catalogue as it is', async () => {
  await owner`truncate show, venue, venue_map cascade`;
  await db`insert into venue (seo, name, time_zone) values ('mia', 'Mía', 'UTC')`;
  await db`insert into show (seo, show_type_id, venue_id, name) select 'mio', 1, id, 'Mío' from venue`;
  await load();
  expect(await db`select seo from show`).toMatchObject([{ seo: 'mio' }]);
});
