import { loadBrand } from '@butaca/brand/load';
import { getShow, listShows } from '@butaca/contract';
import { expect, test } from 'vitest';
import { serverClient } from '../../server/world.ts';

const { brand } = await loadBrand('butaca');

test('pages share an answer until they are told to forget it', async () => {
  let asked = 0;
  const fetched = (async () => {
    asked++;
    return Response.json({ nCode: 200, oData: { Lista: [] } });
  }) as typeof fetch;
  const client = serverClient({ fetch: fetched, brand });
  const first = client.call(listShows, {});
  expect(client.call(listShows, {})).toBe(first);
  await first;
  client.forget();
  await client.call(listShows, {});
  expect(asked).toBe(2);
});

test('pages that are made on the server ask for a show with the brand’s country, under the brand’s name for it (GE-004, CA-012)', async () => {
  const asked: { url: string; headers: Headers }[] = [];
  const fetched = (async (url: string, init: RequestInit) => {
    asked.push({ url, headers: new Headers(init.headers) });
    return Response.json({ nCode: 500 });
  }) as unknown as typeof fetch;
  const country = async (of: typeof brand) => {
    await serverClient({ fetch: fetched, brand: of }).call(getShow, { params: { showId: 5 }, query: { hash: 'abcdefghijklm' } });
    return asked.at(-1)?.headers.get(of.headers.country);
  };
  expect(await country(brand)).toBe('10');
  expect(await country({ ...brand, headers: { ...brand.headers, country: 'x-pais' }, locale: { ...brand.locale, countryCode: 33 } })).toBe(
    '33',
  );
  expect(asked.map(({ url }) => url)).toEqual(['/v2/EspectaculoCartel/5?h=abcdefghijklm', '/v2/EspectaculoCartel/5?h=abcdefghijklm']);
});
