import { afterAll, beforeEach, expect, test } from 'vitest';
import { ImportProblem, importCatalogue } from '../../src/catalogue/import/index.ts';
import { freshDatabase } from '../database.ts';
import { aLevel, inDays } from '../factories/catalogue.ts';
import { haveCustomer, havePurchase, haveSales, type Sale } from '../factories/purchase.ts';

const { db, owner, close } = await freshDatabase();
afterAll(close);

const types = ['General', 'Jubilados'].map((name) => ({ name, faceValue: 1_000_000, taxClass: 'exempt' }));
let sale: Sale;
beforeEach(async () => {
  await owner`truncate show, venue, venue_map, show_type, place, hold restart identity cascade`;
  [sale] = await haveSales(db, [{ levels: [aLevel({ types })] }, { startsAt: inDays(8) }]);
});

const general = [{ category: 'platea', types: [{ name: 'General', face: 10_000, taxClass: 'exempt' }] }];
const importing = (first: object, show: object = {}) =>
  importCatalogue(db, {
    file: 'temporada.json',
    bytes: Buffer.from(
      JSON.stringify({
        format: 'butaca-catalogue/1',
        shows: [
          {
            ...{ seo: 'hamlet', type: 1, venue: 'teatro', name: 'Hamlet, otra vez' },
            performances: [
              { startsAt: String(inDays(8)), venue: 'teatro-1' },
              { startsAt: String(inDays(7)), venue: 'teatro-0', ...first },
            ],
            ...show,
          },
        ],
      }),
    ),
    currency: 'ARS',
    timeZone: undefined,
    taxClass: 'iva-21',
    readBeside: async () => null,
  });

/** Why the file is not taken, and that none of it was. */
async function refusalOf(importing: Promise<unknown>): Promise<string> {
  const error = await importing.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ImportProblem);
  expect((await db`select name from show`)[0]).toEqual({ name: 'Hamlet' });
  return (error as ImportProblem).message;
}
const names = async () =>
  (
    await db<{ name: string }[]>`
      select price_type.name from price_type join price_level on price_level.id = price_level_id
       where performance_id = ${sale.performanceId} order by 1`
  ).map(({ name }) => name);

/** Two seats of it, at a price. */
async function aHold(name: string, state: 'held' | 'sold' | 'lapsed' = 'held') {
  const [type] = await db<{ id: number }[]>`
    select price_type.id from price_type join price_level on price_level.id = price_level_id
     where performance_id = ${sale.performanceId} and price_type.name = ${name}`;
  const given = { ...sale, priceTypeId: type?.id ?? 0 };
  const id = await havePurchase(db, { sale: given, customerId: await haveCustomer(db), placeIds: [0, 1] });
  if (state === 'sold') await db`update hold set state = 'sold' where purchase_id = ${id}`;
  if (state === 'lapsed') await db`update hold set held_until = clock_timestamp() where purchase_id = ${id}`;
}

test('a price at which places are held is not removed: the file is refused with its name, the position and the reason', async () => {
  await aHold('Jubilados');
  expect(await refusalOf(importing({ prices: general }))).toBe(
    'temporada.json: shows[0].performances[1].prices: the price Jubilados of Platea cannot be taken out while places have it: 2 held',
  );
  expect(await names()).toEqual(['General', 'Jubilados']);
  expect(await refusalOf(importing({}, { prices: general }))).toMatch(/^temporada\.json: shows\[0\]\.prices: /);
});

test('a level stays while places of it are held or sold', async () => {
  await aHold('General', 'sold');
  expect(await refusalOf(importing({ prices: [] }))).toBe(
    'temporada.json: shows[0].performances[1].prices: the level Platea with its price General cannot be taken out while places have it: 2 sold',
  );
});

test('an unused price is removed, and its tickets keep what they cost', async () => {
  await aHold('Jubilados', 'sold');
  await importing({ prices: general });
  expect(await names()).toEqual(['General']);
});

test('an expired hold keeps no price', async () => {
  await aHold('Jubilados', 'lapsed');
  await importing({ prices: general });
  expect(await names()).toEqual(['General']);
});

test('what a price costs may change while it is held, and new prices may come', async () => {
  await aHold('General');
  const dearer = [...types, { name: 'Estudiantes' }].map(({ name }) => ({ name, face: 12_000, taxClass: 'exempt' }));
  await importing({ prices: [{ category: 'platea', types: dearer }] });
  expect(await names()).toEqual(['Estudiantes', 'General', 'Jubilados']);
});
