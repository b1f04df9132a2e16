import type { Storefront } from '@butaca/storefront/server';
import { afterAll, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { followChanges } from '../../src/app.ts';
import { importCatalogue } from '../../src/catalogue/import/index.ts';
import { linkHash } from '../../src/catalogue/link-hash.ts';
import { connect } from '../../src/db/connect.ts';
import { mountPages } from '../../src/http/pages.ts';
import { freshDatabase } from '../database.ts';
import { aMap, haveCatalogue } from '../factories/catalogue.ts';
import { customersApp, SECRET } from '../factories/customers.ts';

const { db, url, close } = await freshDatabase();
afterAll(close);

/** Answers that would be used for an hour, so that only what an import says renews them. */
const FOR_EVER_MS = 3_600_000;

/** One server of several, whose pages say the names of the shows as its own api tells them. */
async function server() {
  const own = connect(url, { connections: 2 });
  const app = await customersApp(own, { answersFreshMs: FOR_EVER_MS });
  const read = async (address: string) => (await app.inject({ url: address })).body;
  const storefront: Storefront = {
    pageOf: ({ pathname }) => ({ address: pathname, kind: 'catalogue' }),
    oneAddress: () => null,
    has: async () => true,
    render: async () => ({ status: 200, headers: {}, body: await read('/v2/EspectaculosCartel'), scripts: [], styles: [] }),
    shell: async () => ({ status: 200, headers: {}, body: '', scripts: [], styles: [] }),
    forget: () => {},
  };
  const options = { publicOrigin: 'http://localhost', connectTo: [], frames: [], formsTo: [], scriptsFrom: [] };
  const renewPages = mountPages(app, { ...options, storefront, developing: false });
  const stopListening = await followChanges(app, { db: own, listeningDb: own, renewPages });
  afterAll(async () => {
    await stopListening();
    await app.close();
    await own.end({ timeout: 1 });
  });
  return { read, answer: () => read('/v2/EspectaculosCartel'), page: () => read('/') };
}

const showNamed = (name: string, performance: object = { startsAt: '2040-03-14T20:30' }, promotions: readonly object[] = []) =>
  importCatalogue(db, {
    file: 'temporada.json',
    bytes: Buffer.from(
      JSON.stringify({
        format: 'butaca-catalogue/1',
        shows: [
          {
            ...{ seo: 'la-gaviota', type: 1, venue: 'teatro', name },
            prices: [{ category: 'Platea', types: [{ name: 'General', face: 42_000 }] }],
            performances: [performance],
            promotions,
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

test('what an import changes is seen in the answers and pages of every server, which kept them', async () => {
  await haveCatalogue(db, { shows: [], maps: [aMap()] });
  await showNamed('La gaviota');
  const servers = [await server(), await server()];
  const seen = () => Promise.all(servers.flatMap(({ answer, page }) => [answer(), page()]));
  const names = async () => (await seen()).map((body) => /La gaviota[ \w]*/.exec(body)?.[0]);
  expect(await names()).toEqual(Array(4).fill('La gaviota'));

  await showNamed('La gaviota blanca');
  await expect.poll(names).toEqual(Array(4).fill('La gaviota blanca'));
});

test('an import that fails says nothing, and what is kept stays', async () => {
  const heard: string[] = [];
  const { unlisten } = await db.listen('catalogue_changed', () => heard.push('changed'));
  const refused = importCatalogue(db, {
    file: 'temporada.json',
    bytes: Buffer.from(JSON.stringify({ format: 'butaca-catalogue/1', shows: [{ seo: 'x' }] })),
    currency: 'ARS',
    language: 'es-AR',
    timeZone: undefined,
    taxClass: 'iva-21',
    readBeside: async () => null,
  });
  await expect(refused).rejects.toThrow();
  await showNamed('La gaviota negra');
  await expect.poll(() => heard).toEqual(['changed']);
  await unlisten();
});

test('a sale that opens is seen in the answers of every server, which kept them, without an import', async () => {
  const servers = [await server(), await server()];
  const onSaleAt = new Date(Date.now() + limit(4000)).toISOString().replace(/\.\d+Z$/, 'Z');
  await showNamed('La gaviota', { startsAt: '2040-03-15T20:30', onSaleAt });
  const [show] = JSON.parse((await servers[0]?.answer()) ?? '').oData.Lista;
  const states = () =>
    Promise.all(
      servers.map(async ({ read }) => {
        const { oData } = JSON.parse(await read(`/v2/EspectaculoCartel/${show.idEspectaculoCartel}?h=${show.h}`));
        return oData.listaFuncion.map(({ cEstado }: { cEstado: string }) => cEstado).at(-1);
      }),
    );
  await expect.poll(states).toEqual(['ANUNCIADA', 'ANUNCIADA']);
  await expect.poll(states).toEqual(['EN_VENTA', 'EN_VENTA']);
});

test('a promotion that begins is seen in the answers of every server, which kept them, without an import', async () => {
  const servers = [await server(), await server()];
  const from = new Date(Date.now() + limit(4000)).toISOString().replace(/\.\d+Z$/, 'Z');
  await showNamed('La gaviota', { startsAt: '2040-03-16T20:30' }, [{ key: 'amigos', name: 'Amigos', percent: 30, from }]);
  const [show] = JSON.parse((await servers[0]?.answer()) ?? '').oData.Lista;
  const offered = () =>
    Promise.all(
      servers.map(async ({ read }) => {
        const { oData } = JSON.parse(await read(`/v2/EspectaculoCartel/${show.idEspectaculoCartel}?h=${show.h}`));
        return oData.listaPromocion?.[0]?.cNombre ?? oData.dProximoCambio;
      }),
    );
  const beginsAt = new Date(from).toISOString();
  await expect.poll(offered).toEqual([beginsAt, beginsAt]);
  await expect.poll(offered).toEqual(['Amigos', 'Amigos']);
});

test('what an import changes of a performance that is not sold any more, and that it is sold again, is seen in the answers of every server', async () => {
  const servers = [await server(), await server()];
  const startsAt = '2040-03-19T20:30';
  await showNamed('La gaviota', { startsAt, state: 'cancelled' });
  const [{ id } = { id: 0 }] = await db<{ id: number }[]>`select id from performance order by id desc limit 1`;
  const address = `/v2/Funcion/${id}/Ficha?h=${linkHash(SECRET, 'performance', id)}`;
  const said = () =>
    Promise.all(
      servers.map(async ({ read }) => {
        const { cError, oData } = JSON.parse(await read(address));
        return cError === undefined ? 'sold' : oData.oFuncion?.cEspectaculoCartelNombre;
      }),
    );
  expect(await said()).toEqual(['La gaviota', 'La gaviota']);
  await showNamed('La gaviota blanca', { startsAt, state: 'cancelled' });
  await expect.poll(said).toEqual(['La gaviota blanca', 'La gaviota blanca']);
  await showNamed('La gaviota blanca', { startsAt, state: 'on_sale' });
  await expect.poll(said).toEqual(['sold', 'sold']);
});
