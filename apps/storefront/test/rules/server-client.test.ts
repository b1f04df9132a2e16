import { loadBrand } from '@butaca/brand/load';
import { listShows } from '@butaca/contract';
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
