import { loadBrand } from '@butaca/brand/load';
import { takePlaces } from '@butaca/contract';
import { PLAIN_FIELD, plainActions } from '@butaca/waiting-room/server';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { buildQueueApp } from '../../src/queue-app.ts';
import { postgresStore, waitingPageRoutes } from '../../src/waiting-room/index.ts';
import { freshDatabase } from '../database.ts';
import { contentsReader } from '../factories/contents.ts';
import { SECRET } from '../factories/customers.ts';
import { allEndpoints, aWorldOfCalls, exampleOf } from '../factories/every-call.ts';
import { externalLogin } from '../factories/external-login.ts';
import { aRoom, aWaiter } from '../factories/queue.ts';
import { type Route, routesOf } from '../factories/routes.ts';
import { silent } from '../factories/watch.ts';

/** Every route of every process, asked by pages of other sites with everything that a visitor's browser would send along. */
const ORIGIN = 'http://localhost:3000';
const { db, close } = await freshDatabase();
const world = await aWorldOfCalls(db);
const withProvider = await externalLogin(db);
const { brand } = await loadBrand('butaca');
const page = async () => ({ html: '<p>La fila</p>', scripts: [], styles: [] });
const queue = buildQueueApp({
  db,
  secret: SECRET,
  publicOrigin: ORIGIN,
  watch: silent,
  trustedProxies: 0,
  store: postgresStore(db),
  brand: { ...brand, locale: { ...brand.locale, languages: ['es', 'en', 'pt'] } },
});
await waitingPageRoutes(queue.app, {
  host: queue.host,
  pages: { page, plainPage: page, drawPage: page, form: { field: PLAIN_FIELD, actions: plainActions } },
  connectTo: [],
  developing: false,
});
afterAll(async () => {
  await queue.app.close();
  await withProvider.close();
  await world.close();
  await close();
});

const { performanceId } = world.sale;
await aRoom(world.app, performanceId, { startsAt: Date.now() + 3_600_000 });
await queue.rooms.read();
const { id: purchaseId } = await world.purchase();
const contents = await contentsReader(db);
const waiter = aWaiter(world.app);
await waiter.join(performanceId);

const apps = { api: world.app, 'api with an external login': withProvider.app, 'queue host': queue.app };
type AppName = keyof typeof apps;
const originOf = (name: AppName) => (name === 'api with an external login' ? withProvider.origin : ORIGIN);
/** The addresses that no route has are pages of the shop. */
const unknown: readonly Route[] = ['/', '/login', '/landing/hamlet', '/v2/nada'].map((url) => ({ method: 'POST', url, config: {} }));
const all = (Object.keys(apps) as AppName[]).flatMap((name) =>
  [...routesOf(apps[name]), ...unknown].map((route) => [name, `${route.method} ${route.url}`, route] as const),
);
const isReading = ({ method }: Route) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
const changing = all.filter(([, , route]) => !isReading(route) || route.config.changes !== undefined);
const isExempt = ({ config }: Route) => config.postedFromElsewhere !== undefined;
const refused = changing.filter(([, , route]) => !isExempt(route));

const addressOf = ({ url, config }: Route) => {
  const path = config.endpoint
    ? world.pathOf({ ...config.endpoint, path: url }, purchaseId)
    : url.replace(':id', String(performanceId)).replace(':language', 'en').replace(/:\w+/g, '1').replace('*', 'x');
  return path === '/externalLogin' ? `${path}?redirect_uri=${encodeURIComponent(withProvider.redirectUri)}` : path;
};
const nameOf = ({ config: { endpoint } }: Route) =>
  allEndpoints.find(([, each]) => each.path === endpoint?.path && each.method === endpoint.method)?.[0] ?? '';

/** With the visitor's cookies, and where the call needs one with a session. */
function sentBy(app: FastifyInstance, route: Route, headers: Record<string, string>, { token }: { readonly token?: string } = {}) {
  const { endpoint } = route.config;
  const isForm = route.url.startsWith('/fila');
  const body = isForm ? `${PLAIN_FIELD}=${plainActions.leave}` : JSON.stringify((endpoint?.body && exampleOf(nameOf(route))) ?? {});
  return app.inject({
    method: route.method as NonNullable<InjectOptions['method']>,
    url: addressOf(route),
    cookies: Object.fromEntries(waiter.jar),
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(isReading(route) ? {} : { payload: body }),
  });
}

const ESTAFA = 'https://estafa.example';
const foreign = {
  'a page of another site': { 'sec-fetch-site': 'cross-site', origin: ESTAFA },
  'a page of another site whose browser names no origin': { 'sec-fetch-site': 'cross-site' },
  'another site in an older browser': { origin: ESTAFA },
  'a page without an origin': { 'sec-fetch-site': 'cross-site', origin: 'null' },
  'a page without an origin in an older browser': { origin: 'null' },
  'a page of another host of the domain': { 'sec-fetch-site': 'same-site', origin: 'http://otra.localhost:3000' },
};
const own = (origin: string): Record<string, Record<string, string>> => ({
  'a page of ours': { 'sec-fetch-site': 'same-origin', origin },
  'a page of ours in an older browser': { origin },
  'a page of ours that names no origin': { 'sec-fetch-site': 'same-origin', origin: 'null' },
  'a page of the same host, reached by another name': { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' },
  'a server or an app': {},
});

/** By its envelope below `/v2` and `/v3`, elsewhere in plain words, which an answer to HEAD has none of. */
const isForeignRefusal = ({ statusCode, body }: LightMyRequestResponse, { method }: Route) =>
  statusCode === 200
    ? body.startsWith('{"nCode":403,"cError":"foreign_page"')
    : statusCode === 403 && (method === 'HEAD' || body.startsWith('Este pedido vino de una página de otro sitio'));

test('only what others are to post is taken from everywhere, for a reason that stands at its route', () => {
  const exempt = changing.flatMap(([, name, { config }]) => (config.postedFromElsewhere ? [[name, config.postedFromElsewhere]] : []));
  expect(Object.fromEntries(exempt)).toEqual({
    'POST /aviso/baja': 'mail programs post the link of the mail, without cookies (RFC 8058)',
    'POST /novedades/baja': 'mail programs post the link of the mail, without cookies (RFC 8058)',
    'POST /v2/pagos/:provider/aviso': 'a provider’s server tells of a payment, and signs what it says or is asked',
    'POST /v2/pagos/:provider/vuelta': 'a provider’s page ends inside our frame; its fields are shown to our page and change nothing',
    'POST /externalLogin/logout': 'the provider’s server names who logged out there, in a token that it signs',
  });
});

test('the walk meets calls of every role, forms, and addresses that change something by GET', () => {
  const names = new Set(refused.map(([, name]) => name));
  for (const name of [
    `POST ${takePlaces.path}`,
    'POST /fila/:id/simple',
    'POST /cola/:id',
    'GET /cola/delete/:id',
    'GET /idioma/:language',
    'GET /externalLogin',
  ])
    expect(names).toContain(name);
  expect(new Set(refused.map(([, , { config }]) => config.endpoint?.access))).toEqual(
    new Set([undefined, 'anonymous', 'customer', 'box-office', 'organiser', 'door']),
  );
});

describe('changes nothing for a page of another site', () => {
  test.each(refused)('%s: %s', async (name, _, route) => {
    const token = route.config.endpoint && (await world.signIn(route.config.endpoint));
    const before = await contents();
    for (const [who, headers] of Object.entries(foreign)) {
      const response = await sentBy(apps[name], route, headers, token === undefined ? {} : { token });
      expect(isForeignRefusal(response, route), `${who}: ${response.statusCode} ${response.body.slice(0, 200)}`).toBe(true);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.cookies, who).toEqual([]);
    }
    expect(await contents()).toEqual(before);
  });
});

describe('what scripts alone change by GET is refused to whatever opens it', () => {
  const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const links = {
    'a link in a chat': { ...opened, 'sec-fetch-site': 'none' },
    'a page of ours, by a link or a redirect': { ...opened, 'sec-fetch-site': 'same-origin' },
    'a link in an older browser': { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  };
  test.each(changing.filter(([, , { config }]) => config.changes === 'by fetch'))('%s: %s', async (name, _, route) => {
    const before = await contents();
    for (const [who, headers] of Object.entries(links)) {
      const response = await sentBy(apps[name], route, headers);
      expect(isForeignRefusal(response, route), who).toBe(true);
      expect(response.cookies, who).toEqual([]);
    }
    expect(await contents()).toEqual(before);
  });
});

describe('is not refused as foreign to pages of ours, servers and apps', () => {
  test.each(refused)('%s: %s', async (name, _, route) => {
    for (const [who, headers] of Object.entries(own(originOf(name)))) {
      // Without a session, so that the calls may end a hundred times.
      const response = await sentBy(apps[name], route, headers);
      expect(isForeignRefusal(response, route), who).toBe(false);
      expect(response.statusCode, who).toBeLessThan(500);
    }
  });
});

describe('what others are to post', () => {
  test.each(changing.filter(([, , route]) => isExempt(route)))('%s: %s is not refused, and sets no cookie', async (name, _, route) => {
    for (const headers of Object.values(foreign)) {
      const response = await sentBy(apps[name], route, headers);
      expect(isForeignRefusal(response, route)).toBe(false);
      expect(response.cookies).toEqual([]);
    }
  });
});

describe('a link or a picture of another site', () => {
  const reading = all.filter(([, , { method, config }]) => method === 'GET' && config.changes === undefined);
  test.each(reading)('%s: %s changes nothing and sets no cookie', async (name, _, route) => {
    const before = await contents();
    for (const jar of [waiter.jar, new Map<string, string>()]) {
      const response = await apps[name].inject({
        url: addressOf(route),
        cookies: Object.fromEntries(jar),
        headers: foreign['a page of another site'],
      });
      expect(response.cookies).toEqual([]);
    }
    expect(await contents()).toEqual(before);
  });
});
