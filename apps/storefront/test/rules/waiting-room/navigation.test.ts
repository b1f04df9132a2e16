import { afterEach, expect, test, vi } from 'vitest';
import { dismissNotice } from '../../../app/frame/NoticeArea.tsx';
import { clientMiddleware } from '../../../app/session/protected.tsx';
import { openSession } from '../../../app/session/store.ts';
import { guardedPerformance } from '../../../app/waiting-room/guarded-performance.ts';
import { json, LIST, type Reply, TURN, textStore } from './a-browser.ts';

const ORIGIN = 'https://butaca.example';
type Args = Parameters<(typeof clientMiddleware)[number]>[0];

afterEach(() => {
  dismissNotice();
  vi.unstubAllGlobals();
});

const guarded = (address: string, inPath?: string) => guardedPerformance(new URL(address, ORIGIN), inPath);

test('only the pages of a performance and of its products have a queue (GU-001)', () => {
  expect(guarded('/funcion/hamlet/101', '101')).toBe(101);
  expect(guarded('/FUNCION/hamlet/101/', '101')).toBe(101);
  expect(guarded('/funcion?idFuncion=101')).toBe(101);
  expect(guarded('/funcion/hamlet/7?idFuncion=101&h=a', '7')).toBe(101);
  expect(guarded('/funcionTienda?idFuncion=101')).toBe(101);
  expect(guarded('/funciontienda?idFuncion=0101')).toBe(101);
  for (const address of ['/', '/buyTicket?idFuncion=101', '/landing/funcion?idFuncion=101', '/myOrders', '/promocion?idFuncion=101'])
    expect([address, guarded(address, '101')]).toEqual([address, null]);
});

test('without the number of a performance there is no queue (GU-005)', () => {
  expect([guarded('/funcion'), guarded('/funcion/hamlet'), guarded('/funcionTienda?idFuncion=x')]).toEqual([null, null, null]);
});

interface Given {
  readonly list?: Reply;
  readonly turn?: Reply;
  readonly enabled?: boolean;
  readonly loggedIn?: boolean;
  readonly page?: string;
}

/** A navigation from the billboard to an address behind the guards: where it leads instead, and what was called. */
async function navigate(address: string, { list = json([]), turn = 404, enabled = true, loggedIn = true, page = '' }: Given) {
  const calls: string[] = [];
  const settings = {
    host: '',
    waitingRoom: { enabled, host: '', list: '', page },
    seatSelectionRequiresLogin: true,
    sessionMinutes: 60,
  };
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(settings) }), documentElement: { dataset: {} } });
  vi.stubGlobal('localStorage', textStore());
  vi.stubGlobal('location', new URL('/', ORIGIN));
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    calls.push(`${method} ${url}`);
    const reply = method === 'POST' ? turn : list;
    return typeof reply === 'object' ? new Response(reply.text) : new Response(null, { status: Number(reply) });
  });
  if (loggedIn) openSession('the-token', { name: 'Ana', lastName: 'Ferreyra', role: 'customer' } as never);
  const args = { request: new Request(new URL(address, ORIGIN)), params: { performanceId: /\/(\d+)/.exec(address)?.[1] } };
  let to: Response | undefined;
  for (const guard of clientMiddleware) {
    const pass = async () => guard(args as unknown as Args, async () => undefined as never);
    const thrown = await pass().catch((error: unknown) => error);
    if (thrown instanceof Response) {
      to = thrown;
      break;
    }
  }
  const isWholePage = to?.headers.get('X-Remix-Reload-Document') === 'true';
  return { calls, to: to?.headers.get('location') ?? null, isWholePage };
}

const queued = { list: json([101]), turn: json({ redirect_url: '' }) };

test('the log-in comes first: nobody without a session asks a queue (GU-012)', async () => {
  expect(await navigate('/funcion/hamlet/101?h=a', { ...queued, loggedIn: false })).toEqual({
    calls: [],
    to: '/login?nextUrl=%2Ffuncion%2Fhamlet%2F101%3Fh%3Da',
    isWholePage: false,
  });
  expect((await navigate('/funcion/hamlet/101?h=a', queued)).calls).toEqual([LIST, TURN]);
});

test('a queued performance leads to the waiting page by a full page change, with its number and the way back (GU-007)', async () => {
  expect(await navigate('/funcion/hamlet/101?h=a', queued)).toMatchObject({
    to: '/fila?qid=101&nextUrl=%2Ffuncion%2Fhamlet%2F101%3Fh%3Da',
    isWholePage: true,
  });
  expect(await navigate('/funcionTienda?idFuncion=101', { ...queued, page: 'https://fila.example/' })).toMatchObject({
    to: 'https://fila.example/?qid=101',
    isWholePage: true,
  });
});

test('with a turn the navigation goes on in place (GU-008)', async () => {
  const turn = json({ redirect_url: 'https://otro.example/' });
  expect(await navigate('/funcion/hamlet/101', { ...queued, turn })).toEqual({ calls: [LIST, TURN], to: null, isWholePage: false });
});

test('without a readable list or turn the navigation ends on the billboard (GU-004, GU-009)', async () => {
  expect(await navigate('/funcion/hamlet/101', { list: json(null) })).toEqual({ calls: [LIST], to: '/', isWholePage: false });
  expect(await navigate('/funcion/hamlet/101', { ...queued, turn: json({}) })).toMatchObject({ to: '/', isWholePage: false });
});

test('where the brand has its queue off, no queue is called (GU-002, FL-004)', async () => {
  expect(await navigate('/funcion/hamlet/101', { ...queued, enabled: false })).toEqual({ calls: [], to: null, isWholePage: false });
});
