import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aCharge, aMap, aPerformance, aShow, aVenue, haveCatalogue, inDays } from '../factories/catalogue.ts';

const { db, close } = await freshDatabase();
afterAll(close);
beforeAll(() =>
  haveCatalogue(db, { venues: [aVenue(), aVenue({ seo: 'arena', name: 'Arena' })], maps: [aMap(), aMap({ venue: 'arena' })] }),
);

test.each([
  ['a seo name with capitals', `update show set seo = 'Hamlet'`],
  ['a show without a name', `update show set name = ''`],
  ['a name that begins with a blank', `update show set name = ' Hamlet'`],
  ['a show of no type', `update show set show_type_id = 99`],
  [
    'a second show of the same seo name',
    `insert into show (seo, show_type_id, venue_id, name) select seo, show_type_id, venue_id, name from show`,
  ],
  [
    'a second performance at the same hour',
    `insert into performance (show_id, venue_id, starts_at, state) select show_id, venue_id, starts_at, 'announced' from performance`,
  ],
  [
    'a performance on the map of another house',
    `update performance set venue_map_id = (select venue_map.id from venue_map join venue on venue.id = venue_id where seo = 'arena')`,
  ],
  ['a sale without places', `update performance set venue_map_id = null`],
  ['doors that open after the start', `update performance set doors_at = starts_at + interval '1 minute'`],
  ['a state that is none', `update performance set state = 'maybe'`],
  ['a negative price', `update price_type set face_value = -1`],
  [
    'the same price type twice',
    `insert into price_type (price_level_id, position, name, face_value, tax_class_id) select price_level_id, 1, name, 1, tax_class_id from price_type`,
  ],
  ['a charge of neither a show nor a performance', `insert into charge (kind, channel, tax_class_id) values ('service', 'online', 1)`],
  [
    'a percentage on the QR',
    `insert into charge (show_id, kind, channel, percent, tax_class_id) select id, 'anti_fraud_qr', 'online', 1, 1 from show`,
  ],
  [
    'more than the whole as a charge',
    `insert into charge (show_id, kind, channel, percent, tax_class_id) select id, 'service', 'online', 10001, 1 from show`,
  ],
  [
    'two current maps of a venue',
    `insert into venue_map (venue_id, hash, authoring, place_count) select id, '${'1'.repeat(32)}', '{}', 1 from venue`,
  ],
  [
    'sectors that share a place',
    `insert into sector (venue_map_id, position, code, name, kind, first_place, place_count, categories) select id, 9, 'Z', 'Z', 'seated', 99, 1, '{a}' from venue_map`,
  ],
  ['an image of another kind of file', `insert into image values ('${'2'.repeat(32)}', 'text/html', 1, 1, 'x')`],
  ['a venue that performances need', `delete from venue`],
])('the database refuses %s', async (_, statement) => {
  await expect(db.unsafe(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
});

test('a new version of a map leaves performances on the version they were announced with', async () => {
  const mapOf = async () => (await db<{ id: number }[]>`select venue_map_id as id from performance where starts_at = ${inDays(7)}`)[0]?.id;
  const before = await mapOf();
  const again = aShow({ charges: [aCharge()], performances: [aPerformance(), aPerformance({ startsAt: inDays(8) })] });
  await haveCatalogue(db, { venues: [], showTypes: [], maps: [aMap({ hash: '3'.repeat(32) })], shows: [again] });
  expect(await mapOf()).toBe(before);
  const [next] = await db<{ hash: string }[]>`
    select hash from performance join venue_map on venue_map.id = venue_map_id where starts_at = ${inDays(8)}`;
  expect(next?.hash).toBe('3'.repeat(32));
});
