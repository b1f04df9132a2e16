import { brotliDecompressSync } from 'node:zlib';
import { getAvailability, venuePicturePath } from '@butaca/contract';
import { compileVenueMap, pictureOf, type VenueMap } from '@butaca/venue-map';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { haveSale } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const sale = await haveSale(db);
const { performanceId } = sale;
const ana = buyerAt(app, await loggedIn(app));
afterAll(async () => {
  await app.close();
  await close();
});

const availability = () => ana.ok(getAvailability, { params: { performanceId }, query: {} });
/** Bits, maps and drawings have addresses of their own outside the contract's calls, so these are requested raw. */
const bitsOf = (version: string, encoding = 'identity') =>
  app.inject({ url: `/v2/Funcion/${performanceId}/Disponibilidad/${version}`, headers: { 'accept-encoding': encoding } });
const isFree = (bits: Buffer, place: number) => ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;

test('availability is public: counts and lowest prices by sector, the places by version', async () => {
  const before = await availability();
  expect(before).toMatchObject({ performanceId, free: 40, sectors: [{ free: 40, lowestPrice: 1_150_000 }] });
  const { purchase } = answerOf(await ana.take(sale, [0, 9]));
  const after = await availability();
  expect(after.free).toBe(38);
  expect(after.version).not.toBe(before.version);
  const bits = (await bitsOf(after.version)).rawPayload;
  expect([0, 1, 8, 9, 10, 39].map((place) => isFree(bits, place))).toEqual([false, true, true, false, true, true]);
  answerOf(await ana.cancel(purchase.id));
});

test('equal places have equal versions, and a version is cacheable for ever', async () => {
  const first = await availability();
  const { purchase } = answerOf(await ana.take(sale, [3]));
  answerOf(await ana.cancel(purchase.id));
  expect((await availability()).version).toBe(first.version);
  const answer = await bitsOf(first.version, 'br');
  expect(answer.headers['cache-control']).toContain('immutable');
  const bits = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(answer.rawPayload) : answer.rawPayload;
  expect(bits).toHaveLength(5);
});

test('a malformed version, an unknown performance and an unknown map are not found, never a fault', async () => {
  for (const url of [
    `/v2/Funcion/${performanceId}/Disponibilidad/x`,
    '/v2/Funcion/999999/Disponibilidad/0123456789abcdef',
    '/v2/Funcion/999999/Disponibilidad',
    `/v2/Mapa/${'f'.repeat(32)}`,
    '/v2/Mapa/x',
    `/v2/Mapa/${'f'.repeat(32)}/Dibujo/1`,
    '/v2/Mapa/x/Dibujo/1',
  ]) {
    const answer = await app.inject({ url });
    expect([url, answer.statusCode, answer.json().nCode]).toEqual([url, 200, 404]);
  }
});

test('the map is served as its authors wrote it, at the hash that the performance names', async () => {
  const [row] = await db<{ hash: string; authoring: object }[]>`select hash, authoring from venue_map`;
  const answer = await app.inject({ url: `/v2/Mapa/${row?.hash}` });
  expect(answer.json()).toEqual(row?.authoring);
  expect(answer.headers['cache-control']).toContain('immutable');
});

test('the drawing of a map shows its compiled places, and is cacheable for ever', async () => {
  const [row] = await db<{ hash: string; authoring: VenueMap }[]>`select hash, authoring from venue_map`;
  if (!row) throw new Error('no map');
  const answer = await app.inject({ url: venuePicturePath(row.hash) });
  expect(answer.json()).toEqual(pictureOf(row.authoring, compileVenueMap(row.authoring)));
  expect(answer.headers['cache-control']).toContain('immutable');
});
