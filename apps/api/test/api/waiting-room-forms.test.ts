import { loadBrand } from '@butaca/brand/load';
import { queryNames } from '@butaca/contract';
import { PLAIN_FIELD, plainActions } from '@butaca/waiting-room/server';
import { afterAll, expect, test } from 'vitest';
import { buildQueueApp } from '../../src/queue-app.ts';
import { postgresStore, waitingPageRoutes } from '../../src/waiting-room/index.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { SECRET } from '../factories/customers.ts';
import { aLeader, aRoom } from '../factories/queue.ts';
import { aWatch } from '../factories/watch.ts';

/** The forms of the waiting page for browsers without JavaScript, in a process of the queue host alone. */
const { db, close } = await freshDatabase();
const days = Array.from({ length: 8 }, (_, day) => ({ rows: 2, startsAt: inDays(7 + day) }));
const checkout = await aCheckout(db, undefined, [days[0] ?? {}, ...days.slice(1)]);
const { ticks } = aLeader(checkout.app);
const { watch, told } = aWatch();
const { brand } = await loadBrand('butaca');
const queue = buildQueueApp({
  ...{ db, brand, secret: SECRET, publicOrigin: 'https://butaca.example', watch, trustedProxies: 0, store: postgresStore(db) },
});
const page = async () => ({ html: '', scripts: [], styles: [] });
await waitingPageRoutes(queue.app, {
  host: queue.host,
  pages: {
    page,
    drawPage: page,
    plainPage: async ({ state, nextUrl }) => ({
      ...(await page()),
      html: JSON.stringify({ number: state?.number?.number ?? null, nextUrl }),
    }),
    form: { field: PLAIN_FIELD, actions: plainActions },
  },
  connectTo: [],
  developing: false,
});
afterAll(async () => {
  await queue.app.close();
  await checkout.close();
  await close();
});

const performances = checkout.sales.map(({ performanceId }) => performanceId);
async function nextRoom(given: Parameters<typeof aRoom>[2] = {}) {
  const id = performances.shift();
  if (id === undefined) throw new Error('every performance has a room');
  await aRoom(checkout.app, id, { perMinute: 6000, ...given });
  await queue.rooms.read();
  return id;
}

/** A browser without JavaScript; `headers` are what it says of the page that a form stands on. */
function aPlainBrowser(id: number) {
  const jar = new Map<string, string>();
  return {
    jar,
    async post(action: keyof typeof plainActions, { headers = {}, next, cookies = true }: Posted = {}) {
      const {
        statusCode,
        headers: answered,
        body,
        cookies: set,
      } = await queue.app.inject({
        method: 'POST',
        url: addressOf(id, next),
        headers: { host: 'cola.example', 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: `${PLAIN_FIELD}=${plainActions[action]}`,
        cookies: cookies ? Object.fromEntries(jar) : {},
      });
      for (const { name, value, maxAge } of set) {
        if (maxAge === 0) jar.delete(name);
        else jar.set(name, value);
      }
      return { status: statusCode, to: answered.location, body, cookies: set };
    },
    async look(next?: string) {
      const { headers, body } = await queue.app.inject({ url: addressOf(id, next), cookies: Object.fromEntries(jar) });
      return { ...(JSON.parse(body) as { number: number | null; nextUrl: string | null }), referrers: headers['referrer-policy'] };
    },
  };
}

interface Posted {
  readonly headers?: Record<string, string>;
  readonly next?: string;
  /** Whether the browser sends its cookies along, as older ones do from everywhere. */
  readonly cookies?: boolean;
}

const addressOf = (id: number, next?: string) =>
  `/fila/${id}/simple${next === undefined ? '' : `?${new URLSearchParams({ [queryNames.next]: next })}`}`;

const foreign = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://estafa.example' },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
  { 'sec-fetch-site': 'same-site', origin: 'https://otra.example' },
  { origin: 'https://estafa.example' },
  { origin: 'null' },
];
const issued = async (id: number) => {
  await queue.rooms.read();
  return queue.rooms.get(id)?.document.lanes.general.issued;
};

test('a form on another site takes no number away, and gives nobody another one', async () => {
  const id = await nextRoom({ graceSeconds: 30 });
  const ana = aPlainBrowser(id);
  await aPlainBrowser(id).post('join');
  await ana.post('join');
  const { number } = await ana.look();
  expect(number).toBe(1);
  const kept = ana.jar.get(`fila_${id}`);
  await ticks(40);
  await queue.rooms.read();
  for (const headers of foreign) {
    for (const action of ['leave', 'join', 'enter'] as const) {
      for (const cookies of [true, false]) {
        const { status, body, cookies: set } = await ana.post(action, { headers, cookies });
        expect([status, set]).toEqual([403, []]);
        expect(body).toMatch(/^Este pedido vino de una página de otro sitio/);
      }
    }
  }
  expect(ana.jar.get(`fila_${id}`)).toBe(kept);
  expect(await ana.look()).toMatchObject({ number });
  expect(await issued(id)).toBe(2);
  expect(told('foreign-page')).toHaveLength(foreign.length * 6);
  expect(told('foreign-page')[0]).toMatchObject({ call: '/fila/:id/simple', network: expect.stringMatching(/^.{12}$/) });
});

test('its own page’s forms work in browsers of every age, at the queue host’s own name too', async () => {
  const id = await nextRoom();
  for (const headers of [
    {},
    { origin: 'https://cola.example' },
    { origin: 'https://butaca.example', host: 'butaca.example' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://cola.example' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
  ]) {
    const browser = aPlainBrowser(id);
    expect(await browser.post('join', { headers })).toMatchObject({ status: 303, to: addressOf(id) });
    // A page without referrers would name no origin in its forms.
    expect(await browser.look()).toMatchObject({ number: expect.any(Number), referrers: 'strict-origin-when-cross-origin' });
    expect(await browser.post('leave', { headers })).toMatchObject({ status: 303 });
    expect(await browser.look()).toMatchObject({ number: null });
  }
});

const leaving = await nextRoom();
const hostile = await nextRoom();
test.each([
  '/\t/estafa.example',
  '/\n',
  '/x\r\nset-cookie: a=b',
  '/\u2028',
  '/%09/estafa.example',
  '//estafa.example',
  '/.//estafa.example',
  '/\\estafa.example',
])('an address that asks to go on to %j leads back to the line', async (next) => {
  const browser = aPlainBrowser(hostile);
  expect(await browser.look(next)).toMatchObject({ nextUrl: null });
  expect(await browser.post('join', { next })).toMatchObject({ status: 303, to: addressOf(hostile) });
});

test('a turn leads on to the page that the visitor came for, whatever letters it has', async () => {
  const id = await nextRoom();
  const browser = aPlainBrowser(id);
  await browser.post('join', { next: '/ñandú' });
  await ticks(5);
  await queue.rooms.read();
  expect(await browser.post('enter', { next: '/ñandú?a=ó' })).toMatchObject({ status: 303, to: '/%C3%B1and%C3%BA?a=%C3%B3' });
});

const opening = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
test.each<[string, Record<string, string>, boolean]>([
  ['a link that is opened from a chat', { ...opening, 'sec-fetch-site': 'none' }, false],
  ['a redirect to it after the turn', { ...opening, 'sec-fetch-site': 'same-origin' }, false],
  ['a link in a browser without Sec-Fetch headers', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, false],
  ['the script of our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', accept: '*/*' }, true],
  ['the script of our page in a browser without Sec-Fetch headers', { accept: '*/*' }, true],
])('%s (%j) gives up the number: %s (C-11)', async (_, headers, leaves) => {
  const browser = aPlainBrowser(leaving);
  const url = `/cola/delete/${leaving}`;
  await browser.post('join', { next: url });
  const { number } = await browser.look();
  expect(number).not.toBeNull();
  const { statusCode, cookies } = await queue.app.inject({ url, headers, cookies: Object.fromEntries(browser.jar) });
  expect([statusCode, cookies.length]).toEqual(leaves ? [200, 1] : [403, 0]);
  for (const { name } of cookies) browser.jar.delete(name);
  expect(await browser.look()).toMatchObject({ number: leaves ? null : number });
});
