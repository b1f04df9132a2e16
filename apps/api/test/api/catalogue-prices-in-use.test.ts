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
/** The second night stands first in the file. */
const importing = (first: object, show: object = {}, second: object = {}) =>
  importCatalogue(db, {
    file: 'temporada.json',
    bytes: Buffer.from(
      JSON.stringify({
        format: 'butaca-catalogue/1',
        shows: [
          {
            ...{ seo: 'hamlet', type: 1, venue: 'teatro', name: 'Hamlet, otra vez' },
            performances: [
              { startsAt: String(inDays(8)), venue: 'teatro-1', ...second },
              { startsAt: String(inDays(7)), venue: 'teatro-0', ...first },
            ],
            ...show,
          },
        ],
      }),
    ),
    currency: 'ARS',
    language: 'es-AR',
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

test('every price that would be lost is named in the order of the file, with the places of its own night that have it', async () => {
  const level = (category: string, ...prices: string[]) => ({
    ...aLevel({ category, name: category }),
    types: prices.map((name) => ({ name, faceValue: 1_000_000, taxClass: 'exempt' })),
  });
  await owner`truncate show, venue, venue_map, show_type, place, hold restart identity cascade`;
  const levels = [level('platea', 'General', 'Jubilados', 'Menores'), level('pullman', 'General', 'Jubilados', 'Menores')];
  const [one, two] = await haveSales(db, [
    { gallery: 1, levels },
    { gallery: 1, startsAt: inDays(8), levels },
  ]);
  const priceOf = async ({ performanceId }: Sale, category: string, name: string) => {
    const [type] = await db<{ id: number }[]>`
      select price_type.id from price_type join price_level on price_level.id = price_level_id
       where performance_id = ${performanceId} and category = ${category} and price_type.name = ${name}`;
    return type?.id ?? 0;
  };
  /** A purchase of places at prices of one night. */
  const had = async (at: Sale, places: Record<number, readonly [string, string]>, state: 'held' | 'sold' | 'lapsed' = 'held') => {
    const placeIds = Object.keys(places).map(Number);
    const ids = await Promise.all(Object.values(places).map(([category, name]) => priceOf(at, category, name)));
    const id = await havePurchase(db, { sale: { ...at, priceTypeId: ids[0] ?? 0 }, customerId: await haveCustomer(db), placeIds });
    await db`update hold set price_type_ids = ${ids} where purchase_id = ${id}`;
    if (state === 'sold') await db`update hold set state = 'sold', held_until = clock_timestamp() where purchase_id = ${id}`;
    if (state === 'lapsed') await db`update hold set held_until = clock_timestamp() where purchase_id = ${id}`;
  };
  await had(one, { 0: ['platea', 'General'], 1: ['platea', 'Jubilados'], 2: ['pullman', 'Menores'] });
  await had(one, { 3: ['platea', 'Jubilados'], 4: ['pullman', 'Menores'] }, 'sold');
  await had(one, { 5: ['platea', 'Menores'], 6: ['pullman', 'Jubilados'] }, 'lapsed');
  await had(two, { 0: ['platea', 'Menores'], 1: ['pullman', 'General'], 2: ['pullman', 'General'] });
  await had(two, { 3: ['platea', 'Jubilados'] }, 'sold');
  const file = (second: object[], first: object[]) => importing({ prices: first }, {}, { prices: second });
  const prices = (category: string, ...named: string[]) => ({
    category,
    types: named.map((name) => ({ name, face: 1, taxClass: 'exempt' })),
  });
  const at = (turn: number) => `temporada.json: shows[0].performances[${turn}].prices: `;
  const lost = 'cannot be taken out while places have it';
  expect(
    (await refusalOf(file([prices('platea', 'General')], [prices('platea', 'General'), prices('pullman', 'General')]))).split('\n'),
  ).toEqual([
    `${at(0)}the price Menores of platea ${lost}: 1 held`,
    `${at(0)}the level pullman with its price General ${lost}: 2 held`,
    `${at(1)}the price Jubilados of platea ${lost}: 1 held and 1 sold`,
    `${at(1)}the price Menores of pullman ${lost}: 1 held and 1 sold`,
  ]);
  const kept = [prices('platea', 'General', 'Menores'), prices('pullman', 'General')];
  await file(kept, [prices('platea', 'General', 'Jubilados'), prices('pullman', 'General', 'Menores')]);
  expect(await names()).toEqual(['General', 'General', 'Jubilados', 'Menores']);
});
