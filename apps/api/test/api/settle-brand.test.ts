import { loadBrand } from '@butaca/brand/load';
import { afterAll, expect, test } from 'vitest';
import { settleBrand } from '../../src/db/settle-brand.ts';
import { freshDatabase } from '../database.ts';
import { haveCustomer } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
afterAll(close);
const { brand } = await loadBrand('mua');

test('an empty database becomes the brand’s own, with its taxes', async () => {
  await settleBrand(db, 'mua', brand);
  expect(await db`select code, rate from tax_class where code = any (${brand.taxClasses.map(({ code }) => code)}) order by rate`).toEqual([
    { code: 'exempt', rate: 0 },
    { code: 'iva-5', rate: 500 },
    { code: 'iva-10', rate: 1000 },
  ]);
  expect(await db`select distinct code from delivery_type join tax_class on tax_class.id = tax_class_id`).toEqual([{ code: 'iva-10' }]);
});

test('the next start of the same brand changes nothing', async () => {
  const rows = () => db`select code, xmin::text from tax_class union all select brand, xmin::text from deployment order by 1`;
  const before = await rows();
  await settleBrand(db, 'mua', brand);
  expect(await rows()).toEqual(before);
});

test('a database that a wrong brand was started on, and that nothing was put into, is the next one’s, with its taxes and none of the other’s', async () => {
  const { brand: other } = await loadBrand('butaca');
  await settleBrand(db, 'butaca', other);
  const codes = async () => (await db<{ code: string }[]>`select code from tax_class order by code`).map(({ code }) => code);
  expect(await codes()).toEqual(other.taxClasses.map(({ code }) => code).sort());
  await settleBrand(db, 'mua', brand);
  expect(await db`select brand from deployment`).toEqual([{ brand: 'mua' }]);
  expect(await codes()).toEqual(brand.taxClasses.map(({ code }) => code).sort());
  expect(await db`select distinct code from delivery_type join tax_class on tax_class.id = tax_class_id`).toEqual([{ code: 'iva-10' }]);
});

test.each([
  ['a venue', () => db`insert into venue (seo, name, time_zone) values ('teatro', 'Teatro', 'America/Asuncion')`],
  ['a customer', () => haveCustomer(db)],
] as const)('another brand is refused in one line that names both, once there is %s', async (_, have) => {
  const { brand: other } = await loadBrand('butaca');
  await db`delete from venue`;
  await have();
  await expect(settleBrand(db, 'butaca', other)).rejects.toThrow(
    /^BRAND: this database belongs to the brand mua, and butaca needs one of its own/,
  );
  expect(await db`select brand from deployment`).toEqual([{ brand: 'mua' }]);
});
