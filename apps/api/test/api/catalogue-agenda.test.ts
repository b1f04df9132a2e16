import { type InputOf, listAgenda } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aPerformance, aShow, aVenue, haveCatalogue, inDays } from '../factories/catalogue.ts';
import { clientOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { haveSales } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
afterAll(close);

test('the agenda has every performance to come of a listed show once, the next one first, one that was just cancelled as that, and no other', async () => {
  const sales = await haveSales(db, [{}, {}, {}, {}, {}]);
  const [first, second, past, cancelled, hidden] = sales.map(({ performanceId }) => performanceId);
  await db`update performance set starts_at = now() + interval '2 days' where id = ${first ?? 0}`;
  await db`update performance set starts_at = now() + interval '1 day' where id = ${second ?? 0}`;
  await db`update performance set starts_at = now() - interval '1 minute' where id = ${past ?? 0}`;
  await db`update performance set state = 'cancelled' where id = ${cancelled ?? 0}`;
  await db`
    with show as (
      insert into show (seo, show_type_id, venue_id, name, listed)
      select 'oculto', show_type_id, venue_id, 'Oculto', false from show limit 1 returning id)
    update performance set show_id = show.id from show where performance.id = ${hidden ?? 0}`;
  const app = await customersApp(db);
  const { items } = await clientOf(app).ok(listAgenda, { query: {} });
  await app.close();
  expect(items.map(({ id, isCancelled }) => [id, isCancelled])).toEqual([
    [second, undefined],
    [first, undefined],
    [cancelled, true],
  ]);
  const [row] = await db<{ name: string; seo: string; venue: string }[]>`
    select show.name, seo, (select name from venue where venue.id = performance.venue_id) as venue
      from performance join show on show.id = show_id where performance.id = ${first ?? 0}`;
  expect(items[1]).toMatchObject({ showName: row?.name, showSeo: row?.seo, venueName: row?.venue });
});

test('the whole agenda ends after a thousand performances, that of one show or venue has its later ones too', async () => {
  await haveCatalogue(db, {
    venues: ['larga', 'tardia'].map((seo) => aVenue({ seo })),
    shows: [
      aShow({ seo: 'larga', venue: 'larga', performances: [aPerformance({ venue: 'larga', startsAt: inDays(300) })] }),
      aShow({ seo: 'tardia', venue: 'tardia', performances: [aPerformance({ venue: 'tardia', startsAt: inDays(900) })] }),
    ],
  });
  const [long, late] = await db<{ id: number; showId: number; venueId: number }[]>`
    select performance.id, show_id as "showId", performance.venue_id as "venueId" from performance join show on show.id = show_id
     where seo in ('larga', 'tardia') order by starts_at`;
  if (!long || !late) throw new Error('the shows are not there');
  await db`
    insert into performance (show_id, venue_id, starts_at, state)
    select show_id, venue_id, starts_at + hours * interval '1 hour', state from performance, generate_series(1, 1199) as hours
     where id = ${long.id}`;
  const app = await customersApp(db);
  const agenda = async (query: InputOf<typeof listAgenda>['query']) =>
    (await clientOf(app).ok(listAgenda, { query })).items.map(({ id }) => id);
  try {
    const all = await agenda({});
    expect(all).toHaveLength(1000);
    expect(all).not.toContain(late.id);
    expect(await agenda({ showId: late.showId })).toEqual([late.id]);
    expect(await agenda({ venueId: late.venueId })).toEqual([late.id]);
    expect(await agenda({ showId: long.showId })).toHaveLength(1200);
    expect(await agenda({ venueId: long.venueId })).toHaveLength(1200);
    expect(await agenda({ showId: long.showId, venueId: late.venueId })).toEqual([]);
  } finally {
    await app.close();
  }
});

test.each([
  ['idEspectaculoCartel', 'hamlet'],
  ['idEspectaculoCartel', '0'],
  ['idEstablecimiento', '-1'],
  ['idEstablecimiento', '99999999999'],
])('the agenda refuses %s=%s by its field', async (name, value) => {
  const app = await customersApp(db);
  const answer = await app.inject({ url: `${listAgenda.path}?${name}=${value}` });
  await app.close();
  expect(answer.json()).toMatchObject({ nCode: 400, oData: { listaCampo: [{ cCampo: name }] } });
});
