import type { Endpoint } from '@butaca/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { bodyFieldsOf, queryFieldsOf } from '../factories/api-document.ts';
import { contentsReader } from '../factories/contents.ts';
import { customersApp } from '../factories/customers.ts';
import { allEndpoints, aWorldOfCalls, exampleOf } from '../factories/every-call.ts';

/** Every call of the contract: as everybody, and then with what no client sends. */
const { db, close } = await freshDatabase();
const { app, tokens, signIn, send, pathOf, isOwned, purchase: aPurchase, close: closeWorld } = await aWorldOfCalls(db);
afterAll(async () => {
  await closeWorld();
  await close();
});
const { id: purchaseId } = await aPurchase();
const contents = await contentsReader(db);
/** As it really went over the wire, but for its ids. */
const bodyOf = (name: string, { body }: Endpoint) => (body ? (exampleOf(name) ?? {}) : undefined);
const ask = (name: string, endpoint: Endpoint, token?: string) =>
  send(endpoint.method, pathOf(endpoint, purchaseId), { token, body: bodyOf(name, endpoint) });

const staff = ['box-office', 'organiser', 'door'] as const;
const isOfStaff = (access: Endpoint['access']): access is (typeof staff)[number] => staff.some((role) => role === access);

describe('without a session', () => {
  test.each(allEndpoints)('%s is answered exactly where it is public, and else with 401 and no data', async (name, endpoint) => {
    const before = await contents();
    const response = await ask(name, endpoint);
    if (endpoint.access !== 'anonymous') {
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ nCode: 401, cError: 'session_over', oData: {} });
      expect(await contents()).toEqual(before);
      return;
    }
    expect(response.statusCode).toBe(200);
  });
});

const owned = allEndpoints.filter(([, { path, access }]) => isOwned(path) && access === 'customer');

describe('as another customer', () => {
  test('addresses, phones, sessions, orders and purchases are all met', () => {
    for (const kind of ['Domicilio', 'Telefono', 'Sesion', 'Operacion', 'Proceso']) {
      expect(
        owned.some(([, { path }]) => path.includes(`/${kind}/`)),
        kind,
      ).toBe(true);
    }
  });

  test.each(owned)('%s says that what is not theirs does not exist, and changes nothing', async (name, endpoint) => {
    const before = await contents();
    const response = await ask(name, endpoint, tokens.stranger);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ cError: 'not_found' });
    expect(await contents()).toEqual(before);
  });

  test.each(owned.filter(([, { method }]) => method === 'GET'))(
    '%s finds it for its owner: the refusal was about the person',
    async (name, endpoint) => {
      const response = await ask(name, endpoint, tokens.owner);
      // The brand of the tests has no PayPal, which is what the owner is told; a stranger is told that there is no such purchase.
      if (name === 'createPayPalOrder') return expect(response.json()).toMatchObject({ cError: 'payment_method_unavailable' });
      const isFile = response.headers['content-disposition'] !== undefined;
      expect(isFile ? 200 : response.json().nCode).toBe(200);
    },
  );
});

describe.each(staff)('as %s', (role) => {
  // First, for a counter may print what it has written down that it prints (decision 054).
  test.each(owned)('%s opens nothing of a customer’s', async (name, endpoint) => {
    const before = await contents();
    expect((await ask(name, endpoint, tokens[role])).json()).toMatchObject({ cError: 'not_found' });
    expect(await contents()).toEqual(before);
  });

  test.each(allEndpoints.filter(([, { access }]) => isOfStaff(access)))('%s is for its own role alone', async (name, endpoint) => {
    const before = await contents();
    const response = await ask(name, endpoint, tokens[role]);
    expect(response.statusCode).toBe(200);
    // A file is what only its own role gets.
    if (response.headers['content-type'] === 'application/pdf') return expect(endpoint.access).toBe(role);
    const { cError } = response.json();
    if (endpoint.access === role) return expect(cError).not.toBe('not_for_you');
    expect(cError).toBe('not_for_you');
    expect(await contents()).toEqual(before);
  });
});

test.each(allEndpoints.filter(([, { access }]) => isOfStaff(access)))('%s is refused to a customer', async (name, endpoint) => {
  const before = await contents();
  expect((await ask(name, endpoint, tokens.stranger)).json()).toMatchObject({ cError: 'not_for_you' });
  expect(await contents()).toEqual(before);
});

const KILOBYTES_10 = 'ñ'.repeat(10_240);
const absurd = [
  '0',
  '-1',
  '1.5',
  '1e9',
  '007',
  '2147483648',
  '99999999999999999999',
  'NaN',
  'null',
  'undefined',
  '%20',
  '%00',
  '%2e%2e%2f',
  '%F0%9F%8E%AD',
  "1'--",
  'a'.repeat(199),
  'a'.repeat(500),
];
const malformed = ['%', '%zz', '%E0%A4%A', '%C0%AF'];

/** Ids of things that do not exist: those of purchases and of a customer are opaque, the catalogue counts. */
const wellFormed = (path: string) =>
  path
    .replace(
      /(?<=\/(?:proceso\/(?:confirmacion\/)?|reserva\/|domicilio\/|telefono\/|descarga\/|operacion\/cambio\/(?:pago\/)?)):id/i,
      'A'.repeat(22),
    )
    .replace(':cardBin', '450799')
    .replace(':idOperacion', 'A'.repeat(22))
    .replace(':idComprobante', 'A'.repeat(22))
    .replace(':idDevolucion', 'A'.repeat(22))
    .replace(':idCorreo', 'A'.repeat(22))
    .replace(':cFormato', 'a4')
    .replace(':cReferencia', '0'.repeat(32))
    .replace(/:\w+/g, '1');
/** The fields that a body or a query of this call may have. */
const fieldsOf = (endpoint: Endpoint): string[] => [...bodyFieldsOf(endpoint), ...queryFieldsOf(endpoint)];

/** Only 200 and 401 leave (C-01); everything is an answer with its nCode; what is no success is kept nowhere. */
function expectAnAnswer(response: LightMyRequestResponse, { access }: Pick<Endpoint, 'access'>) {
  expect([200, 401]).toContain(response.statusCode);
  if (response.statusCode === 401) expect(access).not.toBe('anonymous');
  const { nCode } = response.json();
  expect(nCode).toBeTypeOf('number');
  const shared = access === 'anonymous' && nCode === 200 && response.headers['cache-control'] !== 'no-store';
  if (!shared) expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers['x-content-type-options']).toBe('nosniff');
  expect(response.body).not.toMatch(/stack|node_modules|select |insert |postgres/i);
  return nCode as number;
}

describe.each(allEndpoints)('%s', (name, endpoint) => {
  const url = wellFormed(endpoint.path);
  /** Of the test: logging out ends one. */
  let token: string | undefined;
  let signedIn = {};
  beforeEach(async () => {
    token = await signIn({ access: endpoint.access === 'anonymous' ? 'customer' : endpoint.access });
    signedIn = { authorization: `Bearer ${token}` };
  });
  const ask = (options: InjectOptions) => app.inject({ method: endpoint.method, url, ...options });
  const post = (payload: string | Buffer, headers: Record<string, string> = {}, query = '') =>
    ask({ url: `${url}${query}`, payload, headers: { ...signedIn, 'content-type': 'application/json', ...headers } });

  test('asks for a session exactly where the contract says so', async () => {
    const strangers = [
      {},
      { authorization: 'Bearer x' },
      { authorization: 'Basic YTpi' },
      { authorization: '' },
      { authorization: `Bearer ${token}x` },
    ];
    for (const headers of strangers) {
      const response = await ask({ headers });
      expectAnAnswer(response, endpoint);
      expect(response.statusCode === 401).toBe(endpoint.access !== 'anonymous');
    }
    expect((await ask({ headers: signedIn })).statusCode).toBe(200);
  });

  test('refuses bodies that are no object', async () => {
    const bodies = ['', ' ', '{', '[]', 'null', '7', '"text"', '{"a":1}}', '{"__proto__":{"a":1}}', '\u0000', '['.repeat(20_000)];
    for (const body of [...bodies, Buffer.from([0xff, 0xfe, 0x00, 0x80])]) {
      const nCode = expectAnAnswer(await post(body), endpoint);
      if (endpoint.body) expect(nCode).toBe(400);
    }
    if (endpoint.method === 'GET') return;
    expect(expectAnAnswer(await post('{"a":'), endpoint)).toBe(400);
    expect(expectAnAnswer(await post(JSON.stringify({ a: 'x'.repeat(70_000) })), endpoint)).toBe(413);
  });

  test('refuses bodies of another type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'nonsense',
      '',
    ]) {
      const nCode = expectAnAnswer(await post('cEmail=a@b.co', { 'content-type': type }), endpoint);
      if (endpoint.method !== 'GET') expect(nCode).toBe(415);
    }
  });

  test('refuses every method that no call of its path has', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      // A path may have two calls, such as asking for an outcome by GET and by POST.
      if (allEndpoints.some(([, each]) => each.path === endpoint.path && each.method === method)) continue;
      expect(expectAnAnswer(await app.inject({ method, url, headers: signedIn }), endpoint)).toBe(405);
    }
  });

  test('answers nothing below its path', async () => {
    for (const below of ['/nada', '/1/2/3', '/..%2f..%2fetc%2fpasswd', `/${'a'.repeat(300)}`]) {
      const { nCode } = (await app.inject({ method: endpoint.method, url: `${url}${below}`, headers: signedIn })).json();
      expect(nCode).toBeGreaterThan(299);
    }
  });

  test('refuses fields of the wrong type, naming fields only', async () => {
    const fields = fieldsOf(endpoint);
    for (const value of ['', 0, -1, 1e308, true, null, [], {}, [[[]]], '\u0000', '\ud800']) {
      // A drawer may be opened with nothing in it.
      if (name === 'openDrawer' && value === 0) continue;
      const filled = Object.fromEntries(fields.map((name) => [name, value]));
      const query = new URLSearchParams(fields.map((name) => [name, String(value)] as [string, string])).toString();
      const response = endpoint.body ? await post(JSON.stringify(filled)) : await ask({ url: `${url}?${query}`, headers: signedIn });
      expectAnAnswer(response, endpoint);
      if (!endpoint.body || fields.length === 0) continue;
      const { nCode, oData } = response.json();
      expect(nCode).toBe(400);
      for (const { cCampo, cMotivo } of oData.listaCampo) {
        expect(fields).toContain(cCampo.replace(/\..*/, ''));
        expect(cMotivo).toMatch(/^[a-z_]+$/);
      }
    }
  });

  test('refuses each field of 10 kB by its name', async () => {
    for (const field of fieldsOf(endpoint)) {
      if (!endpoint.body) {
        expectAnAnswer(await ask({ url: `${url}?${field}=${'x'.repeat(10_240)}`, headers: signedIn }), endpoint);
        continue;
      }
      const sent = queryFieldsOf(endpoint).includes(field)
        ? await post('{}', {}, `?${field}=${encodeURIComponent(KILOBYTES_10)}`)
        : await post(JSON.stringify({ [field]: KILOBYTES_10 }));
      const { nCode, oData } = sent.json();
      expect(nCode).toBe(400);
      const refused = oData.listaCampo.find(({ cCampo }: { cCampo: string }) => cCampo === field);
      expect(refused?.cMotivo).toMatch(/^(too_long|invalid)$/);
    }
  });

  test('answers absurd parameters and queries', async () => {
    for (const value of [...absurd, ...malformed]) {
      expectAnAnswer(await ask({ url: endpoint.path.replace(/:\w+/g, value), headers: signedIn }), endpoint);
      expectAnAnswer(await ask({ url: `${url}?h=${value}&h=${value}&${value}`, headers: signedIn }), endpoint);
      if (/:\w/.test(endpoint.path)) {
        const { nCode } = (await ask({ url: endpoint.path.replace(/:\w+/g, value), headers: signedIn })).json();
        expect(nCode).toBeGreaterThan(299);
      }
    }
  });
});

const unknown = ['/v2', '/v2/', '/v3', '/v3/nada', '/v2/%', '/v2/cartelera', '/v2//Cartelera', '/v2/Cartelera/%zz', '/v2/Cartelera%00'];

test.each([...unknown, `/v2/${'a'.repeat(500)}`])('%s is an unknown call', async (url) => {
  for (const method of ['GET', 'POST', 'DELETE', 'PUT'] as const) {
    expect(expectAnAnswer(await app.inject({ method, url }), { access: 'anonymous' })).toBeGreaterThan(299);
  }
});

test('methods that browsers never send get an answer too', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'SEARCH'] as never[]) {
    expect(expectAnAnswer(await app.inject({ method, url: '/v2/Cartelera' }), { access: 'anonymous' })).toBeGreaterThan(299);
  }
});

test('without the database calls are answered as unavailable, without details, and are not cached', async () => {
  const token = await signIn({ access: 'customer' });
  const lost = await freshDatabase();
  const blind = await customersApp(lost.db);
  await lost.close();
  const faults: string[] = [];
  for (const [name, endpoint] of allEndpoints) {
    const response = await blind.inject({
      method: endpoint.method,
      url: wellFormed(endpoint.path),
      headers: { authorization: `Bearer ${token}` },
      ...(endpoint.body ? { payload: { cEmail: 'a@b.co', cClave: 'x' } } : {}),
    });
    expect(response.headers['cache-control']).toBe('no-store');
    expect([200, 503]).toContain(response.statusCode);
    if (response.statusCode === 200) continue;
    expect(response.json()).toEqual({ nCode: 503, cError: 'unavailable', oData: {} });
    expect(response.headers['retry-after']).toBe('1');
    faults.push(name);
  }
  expect(faults).toEqual(
    expect.arrayContaining(['getBillboard', 'listShows', 'listVenues', 'getPerformance', 'logIn', 'logOut', 'getCustomer']),
  );
  await blind.close();
});
