import { expect, test } from 'vitest';
import { waitingPage, wayInto } from '../../../app/waiting-room/way-in.ts';
import { browserWith, json, LIST, noon, type Reply, TURN, textStore } from './a-browser.ts';

const minutes = (count: number) => count * 60_000;
const entered = json({ redirect_url: '/funcion/hamlet/101' });
const waits = json({ redirect_url: '' });

/** Where a visitor of performance 101 gets. */
const wayWith = (given: Parameters<typeof browserWith>[0]) => wayInto(browserWith(given).world, 101);

test('the list is a file that is read past the browser’s own cache, without credentials (GU-003, CA-027)', async () => {
  const { world, sent } = browserWith({ list: [json([7])], token: 'the-token' });
  await wayInto(world, 101);
  expect(sent).toMatchObject([{ call: LIST, init: { cache: 'no-store', credentials: 'omit' } }]);
  expect(new Headers(sent[0]?.init.headers).has('authorization')).toBe(false);
  const elsewhere = browserWith({ host: 'https://api.example' });
  await wayInto(elsewhere.world, 101);
  expect(elsewhere.calls()).toEqual(['GET https://api.example/cola/activas.json']);
  const configured = browserWith({ waitingRoom: { list: 'https://cdn.example/filas.json' } });
  await wayInto(configured.world, 101);
  expect(configured.calls()).toEqual(['GET https://cdn.example/filas.json']);
});

test.each([json(null), json('101'), json(5), json(true), { text: '' }, { text: 'Mantenimiento' }])(
  'a list that is no object leads to the billboard: %o (GU-004)',
  async (list) => {
    expect(await wayWith({ list: [list], turn: [entered] })).toBe('billboard');
  },
);

test('an array is a list, and an object that is no array an empty one (GU-004)', async () => {
  expect(await wayWith({ list: [json([])] })).toBe('enter');
  expect(await wayWith({ list: [json([101])], turn: [waits] })).toBe('wait');
  expect(await wayWith({ list: [json({ 0: 101, length: 1 })], turn: [waits] })).toBe('enter');
});

test('a performance that is not in the list is entered without asking for a turn (GU-005, EN-050)', async () => {
  const { world, calls } = browserWith({ list: [json([7, 1010])], turn: [waits] });
  expect(await wayInto(world, 101)).toBe('enter');
  expect(calls()).toEqual([LIST]);
});

test('who is buying places of a performance changes them without another turn, and waits for any other one', async () => {
  const { world, calls } = browserWith({ list: [json([101, 102])], turn: [waits], buying: [101] });
  expect([await wayInto(world, 101), await wayInto(world, 102)]).toEqual(['enter', 'wait']);
  expect(calls()).toEqual([LIST, TURN]);
});

test.each([[[101]], [['101']], [[7, 101, 8]]])('for a performance in the list %j one turn is asked for (GU-006, CA-028)', async (list) => {
  const { world, sent, calls } = browserWith({ list: [json(list)], turn: [waits] });
  await wayInto(world, 101);
  expect(calls()).toEqual([LIST, TURN]);
  expect(sent[1]?.init.credentials).toBe('include');
  // The number alone, and no e-mail.
  expect(JSON.parse(String(sent[1]?.init.body))).toEqual({ idFuncion: 101 });
});

test('an empty redirect_url means waiting, any other one entering, wherever it points (GU-007, GU-008, EN-051)', async () => {
  expect(await wayWith({ list: [json([101])], turn: [waits] })).toBe('wait');
  for (const redirect of ['/', 'https://otro.example/entrar', 'sí'])
    expect(await wayWith({ list: [json([101])], turn: [json({ redirect_url: redirect })] })).toBe('enter');
});

test.each([{ text: '' }, json({}), json(null), json([]), json({ redirect_url: null }), { text: 'Mantenimiento' }])(
  'an answer without redirect_url is missing, which is not the same as an empty one: %o (GU-009)',
  async (turn) => {
    const { world, calls } = browserWith({ list: [json([101])], turn: [turn] });
    expect(await wayInto(world, 101)).toBe('billboard');
    expect(calls()).toEqual([LIST, TURN]);
  },
);

test.each<Reply>(['no answer', 500, 404, 401, 204])(
  'a turn call that fails twice leads to the billboard, never to the log-in: %s (GU-010)',
  async (reply) => {
    const { world, calls, waits: paused } = browserWith({ list: [json([101])], turn: [reply] });
    expect(await wayInto(world, 101)).toBe('billboard');
    expect(calls()).toEqual([LIST, TURN, TURN]);
    expect(paused).toHaveLength(1);
    expect(await wayWith({ list: [json([101])], turn: [reply, entered] })).toBe('enter');
  },
);

test.each<Reply>(['no answer', 404, 500])('a list that cannot be read in two tries leads to the billboard: %s (GU-011)', async (reply) => {
  const { world, calls } = browserWith({ list: [reply], turn: [entered] });
  expect(await wayInto(world, 101)).toBe('billboard');
  expect(calls()).toEqual([LIST, LIST]);
  expect(await wayWith({ list: [reply, json([])] })).toBe('enter');
});

test('the last good list serves for five minutes, in any tab; a bad one replaces nothing (GU-011)', async () => {
  const storage = textStore();
  await wayInto(browserWith({ list: [json([101])], turn: [waits], storage }).world, 101);
  await wayInto(browserWith({ list: [json('bad')], storage }).world, 101);
  const otherTab = (now: number) => {
    const { world, clock } = browserWith({ list: ['no answer'], turn: [waits], storage });
    clock.now = now;
    return Promise.all([wayInto(world, 101), wayInto(world, 7)]);
  };
  expect(await otherTab(noon + minutes(5))).toEqual(['wait', 'enter']);
  expect(await otherTab(noon + minutes(5) + 1)).toEqual(['billboard', 'billboard']);
  // A clock that was set back says nothing about the copy's age.
  expect(await otherTab(noon - 1)).toEqual(['billboard', 'billboard']);
});

test('storage that is forbidden or holds something else changes nothing but the copy', async () => {
  const forbidden = () => {
    throw new DOMException('', 'SecurityError');
  };
  const storage = { getItem: forbidden, setItem: forbidden, removeItem: forbidden };
  expect(await wayWith({ list: [json([101])], turn: [entered], storage })).toBe('enter');
  for (const text of ['{', 'null', '[]', '{"at":null}'])
    expect(await wayWith({ list: ['no answer'], storage: { ...textStore(), getItem: () => text } })).toBe('billboard');
});

test('the session goes to the api’s own origin with the turn request, and to no other host', async () => {
  const bearer = async (given: Parameters<typeof browserWith>[0]) => {
    const { world, sent } = browserWith({ list: [json([101])], turn: [waits], token: 'the-token', ...given });
    await wayInto(world, 101);
    return [sent[1]?.call, new Headers(sent[1]?.init.headers).get('authorization')];
  };
  expect(await bearer({})).toEqual([TURN, 'Bearer the-token']);
  expect(await bearer({ host: 'https://api.example' })).toEqual(['POST https://api.example/cola/turn', 'Bearer the-token']);
  const own = { host: 'https://api.example', waitingRoom: { host: 'https://api.example/cola/' } };
  expect(await bearer(own)).toEqual(['POST https://api.example/cola/turn', 'Bearer the-token']);
  expect(await bearer({ waitingRoom: { host: 'https://fila.example' } })).toEqual(['POST https://fila.example/turn', null]);
});

test('our own waiting page knows the performance and the way back; a brand’s page gets the performance alone (GU-007)', () => {
  const at = (page: string) => waitingPage(browserWith({ waitingRoom: { page } }).world.settings, 101, '/funcion/hamlet/101?h=a&b=1');
  expect(at('')).toBe('/fila?qid=101&nextUrl=%2Ffuncion%2Fhamlet%2F101%3Fh%3Da%26b%3D1');
  expect(at('https://fila.example/espera')).toBe('https://fila.example/espera?qid=101');
  expect(at('https://fila.example/espera?marca=butaca')).toBe('https://fila.example/espera?marca=butaca&qid=101');
});
