import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoShows } from '../../../../demo/catalogue/shows.ts';
import { demoOf } from '../../../../demo/demos.ts';
import { loadDemo } from '../../../../demo/load.ts';
import { freshDatabase } from '../database.ts';
import { callsOf, customersApp } from '../factories/customers.ts';

const { db, url, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const { send } = callsOf(app);
afterAll(async () => {
  await app.close();
  await close();
});
const demo = demoOf('butaca');
const load = async () => {
  if (!demo) throw new Error('the house has no demo');
  const lines: string[] = [];
  await loadDemo({ demo, databaseUrl: url, log: (line) => lines.push(line) });
  return lines;
};
beforeAll(() => load(), 60_000);
const billboard = async () => (await send('GET', '/v2/Cartelera')).oData.Lista as Record<string, unknown>[];

test('a fresh demo shows every show with a price, five images and dates within ninety days', async () => {
  const shows = await billboard();
  expect(shows).toHaveLength(demoShows.length);
  for (const show of shows) {
    expect(show.fPrecioDesde).toBeGreaterThan(0);
    expect(show.listaImagenEspectaculoCartel).toHaveLength(5);
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

test('no two shows of the demo meet in the same house at the same hour', async () => {
  expect(await db`select venue_id, starts_at from performance group by venue_id, starts_at having count(*) > 1`).toEqual([]);
});

test('a second start changes nothing; months later every show that is over has new dates', async () => {
  const rows = () => db`select id, xmin::text from performance union all select id, xmin::text from show order by 1, 2`;
  const before = await rows();
  expect(await load()).toEqual([]);
  expect(await rows()).toEqual(before);

  await db`update performance set starts_at = starts_at - interval '200 days', doors_at = null, on_sale_at = null`;
  expect(await billboard()).toEqual([]);
  await load();
  expect(await billboard()).toHaveLength(demoShows.length);
});

test("a catalogue of one's own is left alone", async () => {
  await db`truncate show, venue, venue_map cascade`;
  await db`insert into venue (seo, name, time_zone) values ('mia', 'Mía', 'UTC')`;
  await db`insert into show (seo, show_type_id, venue_id, name) select 'mio', 1, id, 'Mío' from venue`;
  await load();
  expect(await db`select seo from show`).toMatchObject([{ seo: 'mio' }]);
});
