import { brotliDecompressSync } from 'node:zlib';
import { venuePicturePath } from '@butaca/contract';
import { compileVenueMap, pictureOf, type VenueMap } from '@butaca/venue-map';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { callsOf, customersApp, loggedIn } from '../factories/customers.ts';
import { haveSale } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const { send } = callsOf(app);
const { performanceId } = await haveSale(db);
const ana = await loggedIn(app);
afterAll(async () => {
  await app.close();
  await close();
});

const head = async () => (await send('GET', `/v2/Funcion/${performanceId}/Disponibilidad`)).oData;
const bitsOf = (version: string, encoding = 'identity') =>
  app.inject({ url: `/v2/Funcion/${performanceId}/Disponibilidad/${version}`, headers: { 'accept-encoding': encoding } });
const isFree = (bits: Buffer, place: number) => ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
const take = (places: number[]) =>
  send('POST', '/v2/Proceso/0/Posiciones/Tomar', { idFuncion: performanceId, aPosicion: places }, ana.token);

test('what is left is public: counts and lowest prices by sector, the places by version', async () => {
  const before = await head();
  expect(before).toMatchObject({ idFuncion: performanceId, nLibres: 40, listaSector: [{ nLibres: 40, fPrecioDesde: 11_500 }] });
  const { oData } = await take([0, 9]);
  const after = await head();
  expect(after.nLibres).toBe(38);
  expect(after.cVersion).not.toBe(before.cVersion);
  const bits = (await bitsOf(after.cVersion)).rawPayload;
  expect([0, 1, 8, 9, 10, 39].map((place) => isFree(bits, place))).toEqual([false, true, true, false, true, true]);
  await send('POST', `/v2/Proceso/${oData.oProceso.idProcesoDeCompra}/invalidar`);
});

test('equal places have equal versions, and a version may be kept for ever', async () => {
  const first = await head();
  const { oData } = await take([3]);
  await send('POST', `/v2/Proceso/${oData.oProceso.idProcesoDeCompra}/invalidar`);
  expect((await head()).cVersion).toBe(first.cVersion);
  const answer = await bitsOf(first.cVersion, 'br');
  expect(answer.headers['cache-control']).toContain('immutable');
  const bits = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(answer.rawPayload) : answer.rawPayload;
  expect(bits).toHaveLength(5);
});

test('what is no version, an unknown performance and an unknown map are refused, never a fault', async () => {
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

test('the map comes as its authors wrote it, under the hash that the performance names', async () => {
  const [row] = await db<{ hash: string; authoring: object }[]>`select hash, authoring from venue_map`;
  const answer = await app.inject({ url: `/v2/Mapa/${row?.hash}` });
  expect(answer.json()).toEqual(row?.authoring);
  expect(answer.headers['cache-control']).toContain('immutable');
});

test('the drawing of a map is what its compiled places say, and may be kept for ever', async () => {
  const [row] = await db<{ hash: string; authoring: VenueMap }[]>`select hash, authoring from venue_map`;
  if (!row) throw new Error('no map');
  const answer = await app.inject({ url: venuePicturePath(row.hash) });
  expect(answer.json()).toEqual(pictureOf(row.authoring, compileVenueMap(row.authoring)));
  expect(answer.headers['cache-control']).toContain('immutable');
});
