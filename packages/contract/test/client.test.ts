import { expect, test, vi } from 'vitest';
import {
  type ClientWorld,
  changeSector,
  createClient,
  getBillboard,
  getCustomer,
  getPerformance,
  getShow,
  getTicketsFile,
  listVenues,
  logIn,
  logOut,
  PASS_HEADER,
  releaseGroup,
  selectProducts,
  setPlaces,
  startPurchase,
  takeMore,
  takePlaces,
  takeQuantities,
} from '../src/index.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Reply = { status?: number; body?: unknown } | 'network down' | 'not json';

/** A browser whose network answers these replies in turn, the last one for ever. */
function browser(replies: readonly Reply[], world: Partial<ClientWorld> = {}) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const troubles: Parameters<ClientWorld['onTrouble']>[0][] = [];
  const fakeFetch = async (url: string, init: RequestInit) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)];
    sent.push({ url, method: init.method ?? '', headers: new Headers(init.headers), body: init.body && JSON.parse(String(init.body)) });
    if (reply === 'network down' || reply === undefined) throw new TypeError('Failed to fetch');
    if (reply === 'not json') return new Response('<html>', { status: 200 });
    return new Response(JSON.stringify(reply.body ?? null), { status: reply.status ?? 200 });
  };
  const client = createClient({
    host: 'https://api.example',
    fetch: fakeFetch as typeof fetch,
    token: () => 'the-token',
    fingerprint: () => 'device-7',
    headerNames: { fingerprint: 'x-fingerprint', country: 'idPais' },
    countryCode: 10,
    onTrouble: (trouble) => troubles.push(trouble),
    wait: async (ms) => void waits.push(ms),
    ...world,
  });
  return { client, sent, waits, troubles };
}

const empty = { body: { nCode: 200, oData: { Lista: [] } } };
const credentials = { body: { email: 'ana@correo.example', password: 'Platea2026' } };

test('calls go to the configured host, under /v2 (CA-001)', async () => {
  const { client, sent } = browser([empty]);
  await client.call(getBillboard, {});
  expect(sent[0]).toMatchObject({ method: 'GET', url: 'https://api.example/v2/Cartelera' });
});

test('parameters and queries are in the address, under their wire names and encoded (EN-023)', async () => {
  const { client, sent } = browser([empty]);
  await client.call(getPerformance, { params: { performanceId: 12 }, query: { hash: 'a&b c' } });
  expect(sent[0]?.url).toBe('https://api.example/v2/Funcion/12?h=a%26b+c');
});

test('an answer of a moment or later has an address of its own, one of now is confirmed with the server, and neither is a copy', async () => {
  const copies = { '/v2/Cartelera': 'https://files.example/cartelera.json' };
  const caches: RequestInit['cache'][] = [];
  const world = {
    copies,
    fetch: (async (url: string, init: RequestInit) => {
      caches.push(init.cache);
      urls.push(url);
      return new Response(JSON.stringify(empty.body));
    }) as typeof fetch,
  };
  const urls: string[] = [];
  const { client } = browser([], world);
  await client.ask(getBillboard, {}, { asOf: 1_795_000_000_000 });
  await client.ask(getBillboard, {}, { asOf: 'now' });
  expect(urls).toEqual(['https://api.example/v2/Cartelera?desde=1795000000000', 'https://api.example/v2/Cartelera']);
  expect(caches).toEqual([undefined, 'no-cache']);
});

test('whoever hears an answer hears for how long it was asked for', async () => {
  vi.useFakeTimers();
  const heard: number[] = [];
  const slow = async () => {
    vi.advanceTimersByTime(8000);
    return new Response(JSON.stringify(empty.body));
  };
  const { client } = browser([], { fetch: slow as typeof fetch, hear: (_, roundTripMs) => heard.push(roundTripMs) });
  await client.ask(getBillboard, {});
  vi.useRealTimers();
  expect(heard).toEqual([8000]);
});

test('a query that is left out is not in the address', async () => {
  const { client, sent } = browser([empty]);
  await client.call(getShow, { params: { showId: 5 }, query: {} });
  expect(sent[0]?.url).toBe('https://api.example/v2/EspectaculoCartel/5');
});

test('the session token goes where a session is asked for and nowhere else (CA-002)', async () => {
  const { client, sent } = browser([empty]);
  await client.call(getBillboard, {});
  await client.call(logIn, credentials);
  await client.call(getCustomer, {});
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, null, 'Bearer the-token']);
});

test('without a session there is no bearer header (CA-002)', async () => {
  const { client, sent } = browser([{ status: 401 }], { token: () => undefined });
  await client.call(getCustomer, {});
  expect(sent[0]?.headers.has('authorization')).toBe(false);
});

test('every call says which device it comes from, and only the show call the country (CA-003)', async () => {
  const { client, sent } = browser([empty]);
  await client.call(getBillboard, {});
  await client.call(getShow, { params: { showId: 5 }, query: {} });
  await client.call(logOut, {});
  expect(sent.map(({ headers }) => headers.get('x-fingerprint'))).toEqual(['device-7', 'device-7', 'device-7']);
  expect(sent.map(({ headers }) => headers.get('idPais'))).toEqual([null, '10', null]);
});

test('a show is asked for by anybody, with its hash and the country’s code, and no session (CA-012)', async () => {
  const { client, sent } = browser([empty]);
  await client.call(getShow, { params: { showId: 5 }, query: { hash: 'abcdefghijklm' } });
  expect(sent).toMatchObject([{ method: 'GET', url: 'https://api.example/v2/EspectaculoCartel/5?h=abcdefghijklm', body: undefined }]);
  expect(['idPais', 'authorization'].map((name) => sent[0]?.headers.get(name))).toEqual(['10', null]);
});

test('device and country travel under the names that the brand has for them, and under no other (CA-003, CA-012, C-42)', async () => {
  const { client, sent } = browser([empty], { headerNames: { fingerprint: 'x-aparato', country: 'x-pais' }, countryCode: 33 });
  await client.call(getShow, { params: { showId: 5 }, query: {} });
  expect(['x-aparato', 'x-pais', 'x-fingerprint', 'idPais'].map((name) => sent[0]?.headers.get(name))).toEqual([
    'device-7',
    '33',
    null,
    null,
  ]);
});

test('bodies carry wire names only', async () => {
  const { client, sent } = browser([empty]);
  await client.call(logIn, credentials);
  expect(sent[0]?.body).toEqual({ cEmail: 'ana@correo.example', cClave: 'Platea2026' });
  expect(sent[0]?.headers.get('content-type')).toBe('application/json');
});

test('an answer with nCode 200 is success, in our names (CA-004)', async () => {
  const { client, troubles } = browser([{ body: { nCode: 200, oData: { Lista: [{ idEspectaculoTipo: 1, cNombre: 'Teatro' }] } } }]);
  const { listShowTypes } = await import('../src/index.ts');
  expect(await client.call(listShowTypes, {})).toEqual({ status: 'ok', code: 200, data: { items: [{ id: 1, name: 'Teatro' }] } });
  expect(troubles).toEqual([]);
});

test.each([300, 460, 500])('an answer with nCode %i is a refusal with its data (CA-005)', async (nCode) => {
  const { client, troubles } = browser([{ body: { nCode, oData: { nSegundos: 8 }, cError: 'too_many_attempts' } }]);
  expect(await client.call(logIn, credentials)).toEqual({
    status: 'refusal',
    code: nCode,
    failure: 'too_many_attempts',
    data: { retryAfterSeconds: 8 },
  });
  expect(troubles).toEqual([]);
});

test('an answer with an nCode from 201 to 299 is neither success nor refusal, one without any counts as 500 (CA-005)', async () => {
  expect(await browser([{ body: { nCode: 201, oData: 'x' } }]).client.call(getBillboard, {})).toEqual({
    status: 'unreadable',
    code: 201,
    data: 'x',
  });
  expect(await browser([{ body: { oData: 'x' } }]).client.call(getBillboard, {})).toEqual({
    status: 'unreadable',
    code: 500,
    data: 'x',
  });
});

test('a refusal that this version does not know keeps its code and data (EN-142)', async () => {
  const { client } = browser([{ body: { nCode: 499, cError: 'brand_new', oData: { cMotivo: 'x' } } }]);
  expect(await client.call(getBillboard, {})).toEqual({ status: 'unreadable', code: 499, data: { cMotivo: 'x' } });
});

test('a refusal that the call may not answer, or whose facts are missing, is a fault: a screen has no text for it', async () => {
  const ofAnotherCall = browser([{ body: { nCode: 470, cError: 'places_taken', oData: { aPosicion: [1] } } }]);
  expect(await ofAnotherCall.client.call(getBillboard, {})).toEqual({ status: 'unreadable', code: 470, data: { aPosicion: [1] } });
  expect(ofAnotherCall.troubles).toMatchObject([{ outcome: { status: 'unreadable', code: 470 }, path: '/v2/Cartelera' }]);
  const withoutFacts = browser([{ body: { nCode: 461, cError: 'too_many_attempts', oData: {} } }]);
  expect(await withoutFacts.client.call(logIn, credentials)).toEqual({ status: 'unreadable', code: 461, data: {} });
});

test('a success whose data cannot be read is an error, not a broken page', async () => {
  const { client } = browser([{ body: { nCode: 200, oData: { Lista: 'x' } } }]);
  expect(await client.call(getBillboard, {})).toMatchObject({ status: 'unreadable', code: 500 });
});

test('no answer at all is status ERROR with code 555 (AN-004, AN-006)', async () => {
  for (const reply of ['network down', 'not json'] as const) {
    const { client, troubles } = browser([reply]);
    expect(await client.call(getBillboard, {})).toEqual({ status: 'ERROR', code: 555 });
    expect(troubles).toMatchObject([{ outcome: { status: 'ERROR', code: 555 }, purpose: 'page', path: '/v2/Cartelera' }]);
  }
});

test('an expired session and a fault of the server are different outcomes (SE-015)', async () => {
  expect(await browser([{ status: 401 }]).client.call(getCustomer, {})).toEqual({ status: 'unauthorised', httpStatus: 401 });
  expect(await browser([{ status: 500 }]).client.call(getCustomer, {})).toEqual({ status: 'fault', httpStatus: 500 });
  const { client, troubles } = browser([{ status: 418 }]);
  await client.call(getCustomer, {}, { purpose: 'charging' });
  expect(troubles).toMatchObject([{ outcome: { status: 'fault', httpStatus: 418 }, purpose: 'charging' }]);
});

test('calls that the page makes for itself return nothing when they fail (AN-003)', async () => {
  for (const reply of ['network down', { status: 500 }, { body: { nCode: 404, oData: {} } }] as const) {
    expect(await browser([reply]).client.ask(getBillboard, {})).toBeUndefined();
  }
  const { client, troubles } = browser(['network down']);
  await client.ask(getBillboard, {});
  expect(troubles).toMatchObject([{ purpose: 'background' }]);
  expect(await browser([empty]).client.ask(getBillboard, {})).toEqual({ items: [] });
});

test.each([429, 502, 503, 504])('a read that gets %i is tried twice more, within 3 seconds', async (status) => {
  const healed = browser([{ status }, { status }, empty]);
  expect(await healed.client.call(getBillboard, {})).toMatchObject({ status: 'ok' });
  expect(healed.sent).toHaveLength(3);
  expect(healed.waits).toHaveLength(2);
  expect(healed.waits.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(3000);

  const down = browser([{ status }]);
  expect(await down.client.call(getBillboard, {})).toEqual({ status: 'fault', httpStatus: status });
  expect(down.sent).toHaveLength(3);
  expect(down.troubles).toHaveLength(1);
});

test('a call that changes something is tried again only under its idempotency key', async () => {
  const once = browser([{ status: 503 }]);
  await once.client.call(logOut, {});
  expect(once.sent).toHaveLength(1);

  const keyed = browser([{ status: 503 }, { body: { nCode: 200, oData: {} } }]);
  expect(await keyed.client.call(logOut, {}, { idempotencyKey: 'click-1' })).toMatchObject({ status: 'ok' });
  expect(keyed.sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['click-1', 'click-1']);
});

test.each([400, 401, 404, 500, 501])('a %i is not tried again', async (status) => {
  const { client, sent } = browser([{ status }]);
  await client.call(getBillboard, {});
  expect(sent).toHaveLength(1);
});

test('a refusal and a lost network are not tried again', async () => {
  for (const reply of ['network down', { body: { nCode: 503, cError: 'busy', oData: { nSegundos: 2 } } }] as const) {
    const { client, sent } = browser([reply]);
    await client.call(getBillboard, {});
    expect(sent).toHaveLength(1);
  }
});

test('a page that leaves takes its calls along', async () => {
  const signal = AbortSignal.abort();
  const spy = vi.fn(async (_: unknown, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return new Response('{}');
  });
  const { client } = browser([], { fetch: spy as never });
  expect(await client.call(getBillboard, {}, { signal })).toEqual({ status: 'ERROR', code: 555 });
  expect(spy).toHaveBeenCalledOnce();
});

const tickets = { params: { orderId: 'A'.repeat(22), format: 'receipt' }, query: {} } as const;

test('a document arrives as a file under the name that the server gives it', async () => {
  const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="entradas-hamlet.pdf"' };
  const fetched = vi.fn(async () => new Response('%PDF-1.7', { headers }));
  const { client } = browser([], { fetch: fetched as never });
  const outcome = await client.call(getTicketsFile, tickets);
  expect(fetched.mock.calls[0]).toMatchObject([`https://api.example/v2/Operacion/${'A'.repeat(22)}/Entradas/80mm`, { method: 'GET' }]);
  if (outcome.status !== 'ok') throw new Error(`the document is ${outcome.status}`);
  expect(outcome.data.name).toBe('entradas-hamlet.pdf');
  expect(await outcome.data.text()).toBe('%PDF-1.7');
});

test('a document that is refused is a refusal like any other', async () => {
  const { client } = browser([{ body: { nCode: 491, cError: 'tickets_at_box_office', oData: {} } }]);
  expect(await client.call(getTicketsFile, tickets)).toMatchObject({ status: 'refusal', failure: 'tickets_at_box_office' });
});

const copies = {
  '/v2/Cartelera': 'https://copias.example/cartelera.json',
  '/v2/EspectaculoCartel/:id': 'https://copias.example/obra/{id}.json',
};
const show = { params: { showId: 7 }, query: { hash: 'abcdefghij234' } };

test('a copy that is configured is read before the API, and the API is not asked (CA-030, CA-031)', async () => {
  const { client, sent } = browser([empty], { copies });
  expect(await client.call(getBillboard, {})).toMatchObject({ status: 'ok', data: { items: [] } });
  expect(sent.map(({ url }) => url)).toEqual(['https://copias.example/cartelera.json']);
  expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(['accept']);
  await client.call(getShow, show);
  expect(sent[1]?.url).toBe('https://copias.example/obra/7.json');
  await client.call(listVenues, {});
  expect(sent.at(-1)?.url).toBe('https://api.example/v2/Establecimientos');
});

test('whatever a copy does not answer is asked of the API, and nothing is told of it (CA-030, CA-031)', async () => {
  const useless: Reply[] = [
    'network down',
    'not json',
    { status: 404 },
    { status: 503 },
    { body: { nCode: 410, oData: {} } },
    { body: { nCode: 200 } },
  ];
  for (const reply of useless) {
    const { client, sent, troubles, waits } = browser([reply, empty], { copies });
    expect(await client.call(getBillboard, {}), JSON.stringify(reply)).toMatchObject({ status: 'ok', data: { items: [] } });
    expect(sent.map(({ url }) => url)).toEqual(['https://copias.example/cartelera.json', 'https://api.example/v2/Cartelera']);
    expect([troubles, waits]).toEqual([[], []]);
  }
});

test('without an address there is no copy (CA-030, CA-031)', async () => {
  const { client, sent } = browser([empty], { copies: {} });
  await client.call(getBillboard, {});
  expect(sent.map(({ url }) => url)).toEqual(['https://api.example/v2/Cartelera']);
});

const params = { purchaseId: 'Zm9vYmFyYmF6cXV4cXV1eA' };
const wantOneSeat = (client: ReturnType<typeof browser>['client']) =>
  client.call(takePlaces, { body: { performanceId: 101, placeIds: [7] } }, { idempotencyKey: 'click-1' });
const turnNeeded = { body: { nCode: 610, cError: 'turn_needed', oData: { idFuncion: 101, ctImpedimento: 'FALTA' } } };

test('the pass of a performance goes with every call that takes something of it, and with no other (EN-052)', async () => {
  const { client, sent } = browser([{ status: 500 }], { passFor: (id) => (id === 101 ? 'pase-1' : undefined) });
  await wantOneSeat(client);
  await client.call(takeQuantities, { body: { performanceId: 101, quantities: [{ quantity: 1 }] } });
  await client.call(startPurchase, { body: { performanceId: 101, placeIds: [7] } });
  await client.call(takeMore, { params, body: { performanceId: 101, placeIds: [7] } });
  await client.call(setPlaces, { params, body: { performanceId: 101, placeIds: [7] } });
  await client.call(changeSector, { params, body: { performanceId: 101, sectorId: 3 } });
  await client.call(selectProducts, { params, body: { performanceId: 101, products: [] } });
  expect(sent.map(({ headers }) => headers.get(PASS_HEADER))).toEqual(Array(7).fill('pase-1'));
  await client.call(takePlaces, { body: { performanceId: 102, placeIds: [7] } });
  await client.call(releaseGroup, { params, body: { performanceId: 101 } });
  await client.call(getPerformance, { params: { performanceId: 101 }, query: {} });
  expect(sent.slice(7).map(({ headers }) => headers.has(PASS_HEADER))).toEqual([false, false, false]);
});

test('a call that was refused for want of a turn is made once more with the new pass, under the same key', async () => {
  const asked: unknown[] = [];
  let pass = 'pase-1';
  const askTurn: ClientWorld['askTurn'] = async (refused) => {
    asked.push(refused);
    pass = 'pase-2';
    return true;
  };
  const { client, sent } = browser([turnNeeded], { passFor: () => pass, askTurn });
  expect(await wantOneSeat(client)).toMatchObject({ status: 'refusal', failure: 'turn_needed' });
  expect(asked).toEqual([{ performanceId: 101, obstacle: 'missing' }]);
  expect(sent.map(({ headers }) => [headers.get(PASS_HEADER), headers.get('idempotency-key')])).toEqual([
    ['pase-1', 'click-1'],
    ['pase-2', 'click-1'],
  ]);
});

test('without a turn, and where nothing asks for one, the refusal is the outcome', async () => {
  for (const world of [{ askTurn: async () => false }, {}]) {
    const { client, sent } = browser([turnNeeded], world);
    expect(await wantOneSeat(client)).toEqual({
      status: 'refusal',
      code: 610,
      failure: 'turn_needed',
      data: { performanceId: 101, obstacle: 'missing' },
    });
    expect(sent).toHaveLength(1);
  }
});
