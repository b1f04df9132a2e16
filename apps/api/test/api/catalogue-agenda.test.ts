import { listAgenda } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { clientOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { haveSales } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
afterAll(close);

test('the agenda has every performance to come of a listed show once, the next one first, and no other', async () => {
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
  const { items } = await clientOf(app).ok(listAgenda, {});
  await app.close();
  expect(items.map(({ id }) => id)).toEqual([second, first]);
  const [row] = await db<{ name: string; seo: string; venue: string }[]>`
    select show.name, seo, (select name from venue where venue.id = performance.venue_id) as venue
      from performance join show on show.id = show_id where performance.id = ${first ?? 0}`;
  expect(items[1]).toMatchObject({ showName: row?.name, showSeo: row?.seo, venueName: row?.venue });
});
