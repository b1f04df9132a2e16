import { QUEUE_HOST } from '@butaca/contract';
import { commitmentOf, positionOf, type QueueDocument, seedOf } from '@butaca/fair-queue';
import { afterAll, describe, expect, test } from 'vitest';
import { waitingRoomTasks } from '../../src/waiting-room/index.ts';
import { usualKnobs } from '../../src/waiting-room/open-room.ts';
import { changePhase, openRoom } from '../../src/waiting-room/queries.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { loggedIn } from '../factories/customers.ts';
import { aLeader, aRoom, aWaiter, solved } from '../factories/queue.ts';

const database = await freshDatabase();
const { db } = database;
const days = Array.from({ length: 32 }, (_, day) => ({ rows: 2, startsAt: inDays(7 + day) }));
const checkout = await aCheckout(db, undefined, [days[0] ?? {}, ...days.slice(1)]);
const { app } = checkout;
// One for all rooms, as in the product: another one would wait for the end of its lease.
const { ticks, setStock } = aLeader(app);
afterAll(async () => {
  await checkout.close();
  await database.close();
});

/** A performance without a room yet. */
const performances = checkout.sales.map(({ performanceId }) => performanceId);
const nextPerformance = () => {
  const id = performances.shift();
  if (id === undefined) throw new Error('every performance has a room');
  return id;
};

const documentOf = async (id: number) => (await app.inject({ url: `${QUEUE_HOST}/${id}.json` })).json() as QueueDocument;
const listed = async () => (await app.inject({ url: `${QUEUE_HOST}/activas.json` })).json() as number[];
const secretOf = async (id: number) =>
  (await db<{ secret: string }[]>`select secret from queue_room where performance_id = ${id}`)[0]?.secret ?? '';

test('the list names the performances that have a room, and no other (CA-027, EN-050)', async () => {
  const [open, other] = [nextPerformance(), nextPerformance()];
  expect(await listed()).not.toContain(open);
  await aRoom(app, open);
  expect(await listed()).toContain(open);
  expect(await listed()).not.toContain(other);
});

test('who joins gets a number, and the same one whenever they come back (CA-024)', async () => {
  const id = nextPerformance();
  await aRoom(app, id, { perMinute: 60 });
  const [ana, luis] = [aWaiter(app), aWaiter(app)];
  expect(await ana.join(id)).toMatchObject({ redirect_url: '', oNumero: { ctFila: 'GENERAL', nNumero: 0 } });
  expect(await luis.join(id)).toMatchObject({ oNumero: { nNumero: 1 } });
  expect(await ana.resume(id, 'ana@correo.example')).toMatchObject({ redirect_url: '', oNumero: { nNumero: 0 } });
  expect(await ana.join(id)).toMatchObject({ oNumero: { nNumero: 0 } });
  await app.waitingRooms.read();
  expect((await documentOf(id)).lanes.general.issued).toBe(2);
});

test('the question of a group gives nobody a number (CA-025)', async () => {
  const id = nextPerformance();
  await aRoom(app, id, { perMinute: 60 });
  const ana = aWaiter(app);
  expect(await ana.look(id)).toEqual({ redirect_url: '' });
  expect(ana.jar.size).toBe(0);
  await app.waitingRooms.read();
  expect((await documentOf(id)).lanes.general.issued).toBe(0);
});

test('a turn is an address to go on to once the number is called, and empty until then (CA-028, EN-051)', async () => {
  const id = nextPerformance();
  await aRoom(app, id, { perMinute: 600 });
  const ana = aWaiter(app);
  await ana.join(id);
  expect(await ana.turn(id)).toEqual({ redirect_url: '' });
  await ticks(5);
  expect((await ana.turn(id)).redirect_url).toMatch(/^\/funcion\//);
});

test('without a room everybody goes on at once', async () => {
  const id = nextPerformance();
  expect((await aWaiter(app).turn(id)).redirect_url).not.toBe('');
  expect((await aWaiter(app).resume(id)).redirect_url).not.toBe('');
});

test('a number cannot be had twice with one piece of work, nor with work that was not done', async () => {
  const id = nextPerformance();
  await aRoom(app, id);
  const ana = aWaiter(app);
  const asked = (await ana.post<{ oDesafio: { cTexto: string; nBits: number } }>(`${QUEUE_HOST}/${id}`, {})).body.oDesafio;
  const refused = (body: unknown) => expect(body).toMatchObject({ redirect_url: '', ctImpedimento: 'TRABAJO' });
  refused((await aWaiter(app).post(`${QUEUE_HOST}/${id}`, { oTrabajo: { cTexto: asked.cTexto, nContador: 0 } })).body);
  refused((await aWaiter(app).post(`${QUEUE_HOST}/${id}`, { oTrabajo: { cTexto: asked.cTexto.replace(/^\d+/, '1'), nContador: 3 } })).body);
  const oTrabajo = { cTexto: asked.cTexto, nContador: solved({ text: asked.cTexto, bits: asked.nBits }) };
  expect((await ana.post(`${QUEUE_HOST}/${id}`, { oTrabajo })).body).toMatchObject({ oNumero: { nNumero: 0 } });
  refused((await aWaiter(app).post(`${QUEUE_HOST}/${id}`, { oTrabajo })).body);
  await app.waitingRooms.read();
  expect((await documentOf(id)).lanes.general.issued).toBe(1);
});

test('a network with many numbers works longer for the next one', async () => {
  const id = nextPerformance();
  await aRoom(app, id);
  const bits = async (ip: string) => {
    const { body } = await aWaiter(app, { ip }).post<{ oDesafio: { nBits: number } }>(`${QUEUE_HOST}/${id}`, {});
    return body.oDesafio.nBits;
  };
  const first = await bits('198.51.100.1');
  for (let asked = 0; asked < 40; asked++) await bits('198.51.100.2');
  expect(await bits('198.51.100.3')).toBeGreaterThan(first);
  expect(await bits('198.51.101.1')).toBe(first);
});

test('everybody who is there before the start is drawn by the secret that was committed to, and later ones stand behind', async () => {
  const id = nextPerformance();
  await aRoom(app, id, { startsAt: Date.now() + 3600_000, perMinute: 6000 });
  const before = await documentOf(id);
  expect(before).toMatchObject({ phase: 'pre', drawn: null });
  const early = Array.from({ length: 9 }, () => aWaiter(app));
  for (const each of early) await each.join(id);
  expect(await early[0]?.turn(id)).toEqual({ redirect_url: '' });
  await ticks(3);
  expect((await documentOf(id)).drawn).toBeNull();
  await db`update queue_room set starts_at = clock_timestamp() where performance_id = ${id}`;
  await app.waitingRooms.read();
  await ticks(1);
  const drawn = await documentOf(id);
  const secret = await secretOf(id);
  expect(drawn).toMatchObject({ phase: 'active', commitment: before.commitment, drawn: { counts: { general: 9, priority: 0, late: 0 } } });
  expect(commitmentOf(secret)).toBe(before.commitment);
  expect(seedOf(secret, { performanceId: id, epoch: 1, counts: { general: 9, priority: 0, late: 0 } })).toBe(drawn.drawn?.seed);
  const late = aWaiter(app);
  const { oNumero } = await late.join(id);
  expect(oNumero).toMatchObject({ nNumero: 9 });
  const group = oNumero?.cGrupo ?? '';
  const positions = Array.from({ length: 10 }, (_, number) => positionOf({ lane: 'general', number, group }, drawn)?.position);
  expect([...positions].sort((a = 0, b = 0) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(positions[9]).toBe(9);
  // Nothing tells the secret before the room is closed.
  expect(JSON.stringify(drawn)).not.toContain(secret);
  expect((await app.inject({ url: `${QUEUE_HOST}/${id}/prueba.json` })).statusCode).toBe(404);
  await changePhase(db, { performanceId: id, epoch: 1 }, { from: ['active'], to: 'closed' });
  await app.waitingRooms.read();
  expect((await app.inject({ url: `${QUEUE_HOST}/${id}/prueba.json` })).json()).toMatchObject({ secret, seed: drawn.drawn?.seed });
});

test('two that come with the same number get one pass, whoever is first', async () => {
  const id = nextPerformance();
  await aRoom(app, id, { perMinute: 6000 });
  const ana = aWaiter(app, { token: checkout.buyer.token });
  await ana.join(id);
  await ticks(2);
  const stranger = await checkout.stranger();
  const thief = aWaiter(app, { token: stranger.token });
  for (const [name, value] of ana.jar) thief.jar.set(name, value);
  const turns = await Promise.all([ana.turn(id), thief.turn(id)]);
  expect(turns.filter(({ cPase }) => cPase !== undefined)).toHaveLength(1);
  expect(turns.filter(({ redirect_url }) => redirect_url !== '')).toHaveLength(1);
});

test('who leaves gives their room to the next one, and comes back at the end (CA-026)', async () => {
  const id = nextPerformance();
  await aRoom(app, id, { perMinute: 6000, mostInside: 1 });
  const [ana, luis] = [aWaiter(app), aWaiter(app)];
  await ana.join(id);
  await luis.join(id);
  await ticks(3);
  expect((await ana.turn(id)).redirect_url).not.toBe('');
  await ticks(5);
  expect((await luis.turn(id)).redirect_url).toBe('');
  expect(await ana.leave(id)).toBe(200);
  expect(ana.jar.size).toBe(0);
  await ticks(3);
  expect((await luis.turn(id)).redirect_url).not.toBe('');
  expect(await ana.join(id)).toMatchObject({ oNumero: { nNumero: 2 } });
});

test('a picture on another site, or a page that is loaded ahead, makes nobody leave', async () => {
  const id = nextPerformance();
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch' }]) {
    const { statusCode, cookies } = await app.inject({ url: `${QUEUE_HOST}/delete/${id}?e1group=DNC`, headers });
    expect([statusCode, cookies]).toEqual([403, []]);
  }
});

test('a turn that nobody takes is over, and its visitor gets a number at the end', async () => {
  const id = nextPerformance();
  await aRoom(app, id, { perMinute: 6000, graceSeconds: 30 });
  const ana = aWaiter(app);
  await ana.join(id);
  await ticks(40);
  const [name = '', text = ''] = [...ana.jar][0] ?? [];
  // As if it had been given two minutes ago.
  const ticket = app.waitingRooms.signer.readTicket(text, id);
  if (!ticket) throw new Error('the cookie has no number');
  ana.jar.set(name, app.waitingRooms.signer.writeTicket({ ...ticket, joinedAt: ticket.joinedAt - 120_000 }));
  expect(await ana.turn(id)).toEqual({ redirect_url: '' });
  expect(await ana.resume(id)).toMatchObject({ lTurnoVencido: true, ctImpedimento: 'TRABAJO' });
  expect(await ana.join(id)).toMatchObject({ lTurnoVencido: true, oNumero: { nNumero: 1 } });
});

test('a room whose opening was cut off gets its lanes from the leader, and gives numbers', async () => {
  const id = nextPerformance();
  await db.begin((tx) =>
    openRoom(tx, {
      ...usualKnobs,
      ...{
        performanceId: id,
        phase: 'pre',
        startsAtMs: Date.now() + 3600_000,
        secret: 'a'.repeat(64),
        commitment: commitmentOf('a'.repeat(64)),
      },
    }),
  );
  await app.waitingRooms.read();
  await ticks(1);
  expect(await aWaiter(app).join(id)).toMatchObject({ oNumero: { nNumero: 0 } });
});

test('a presale code puts a number in front as often as it may be used, and each guess costs work of its own', async () => {
  const id = nextPerformance();
  await aRoom(app, id, { perMinute: 60 });
  await db`insert into queue_code (performance_id, code, uses_left) values (${id}, 'ABONADOS', 1)`;
  await app.waitingRooms.read();
  const ana = aWaiter(app);
  expect(await ana.join(id)).toMatchObject({ oNumero: { ctFila: 'GENERAL', nNumero: 0 } });
  expect(await ana.join(id, { cCodigo: 'NADA' })).toMatchObject({ ctImpedimento: 'CODIGO' });
  expect(await ana.join(id, { cCodigo: ' abonados ' })).toMatchObject({ oNumero: { ctFila: 'PRIORITARIA', nNumero: 0 } });
  expect(await aWaiter(app).join(id, { cCodigo: 'ABONADOS' })).toMatchObject({ ctImpedimento: 'CODIGO' });
  const thief = aWaiter(app);
  const { oDesafio } = (await thief.post<{ oDesafio: { cTexto: string; nBits: number } }>(`${QUEUE_HOST}/${id}`, {})).body;
  const oTrabajo = { cTexto: oDesafio.cTexto, nContador: solved({ text: oDesafio.cTexto, bits: oDesafio.nBits }) };
  const guess = async (cCodigo: string) => (await thief.post(`${QUEUE_HOST}/${id}`, { cCodigo, oTrabajo })).body;
  expect(await guess('UNO1')).toMatchObject({ ctImpedimento: 'CODIGO' });
  expect(await guess('DOS2')).toMatchObject({ ctImpedimento: 'TRABAJO' });
});

test('somebody who waits may go over to the lane of accessible places', async () => {
  const id = nextPerformance();
  await aRoom(app, id, { perMinute: 60 });
  const ana = aWaiter(app);
  await ana.join(id);
  expect(await ana.join(id, { lAccesible: true })).toMatchObject({ oNumero: { ctFila: 'PRIORITARIA', lAccesible: true } });
});

describe('where each account has one number', () => {
  /** Another browser of the account. */
  const browsers = async () => {
    const { token } = await loggedIn(app);
    return () => aWaiter(app, { token });
  };

  test('somebody who is not logged in gets none, and all browsers of an account have the same', async () => {
    const id = nextPerformance();
    await aRoom(app, id, { perMinute: 60, onePerAccount: true });
    expect(await aWaiter(app).join(id)).toMatchObject({ ctImpedimento: 'LOGIN' });
    const [ofAna, ofLuis] = [await browsers(), await browsers()];
    expect(await ofAna().join(id)).toMatchObject({ oNumero: { nNumero: 0 } });
    expect(await ofLuis().join(id)).toMatchObject({ oNumero: { nNumero: 1 } });
    expect(await ofAna().join(id)).toMatchObject({ oNumero: { nNumero: 0 } });
    await app.waitingRooms.read();
    expect((await documentOf(id)).lanes.general.issued).toBe(2);
  });

  test('a turn that nobody takes is over, and the account gets another number at the end', async () => {
    const id = nextPerformance();
    await aRoom(app, id, { perMinute: 6000, graceSeconds: 30, onePerAccount: true });
    const ofAna = await browsers();
    const ana = ofAna();
    await ana.join(id);
    await (await browsers())().join(id);
    await ticks(40);
    const [name = '', text = ''] = [...ana.jar][0] ?? [];
    const ticket = app.waitingRooms.signer.readTicket(text, id);
    if (!ticket) throw new Error('the cookie has no number');
    ana.jar.set(name, app.waitingRooms.signer.writeTicket({ ...ticket, joinedAt: ticket.joinedAt - 120_000 }));
    expect(await ana.resume(id)).toMatchObject({ lTurnoVencido: true });
    expect(await ana.join(id)).toMatchObject({ oNumero: { nNumero: 2 } });
    expect(await ofAna().join(id)).toMatchObject({ oNumero: { nNumero: 2 } });
  });

  test('a number in the lane of accessible places stays one for these, without its cookie too', async () => {
    const id = nextPerformance();
    await aRoom(app, id, { perMinute: 60, onePerAccount: true });
    const ofAna = await browsers();
    const first = { ctFila: 'PRIORITARIA', nNumero: 0, lAccesible: true };
    expect(await ofAna().join(id, { lAccesible: true })).toMatchObject({ oNumero: first });
    expect(await ofAna().join(id)).toMatchObject({ oNumero: first });
  });

  test('the number counts for the network that it was given to, wherever the account comes back from', async () => {
    const id = nextPerformance();
    await aRoom(app, id, { perMinute: 60, onePerAccount: true });
    const { token } = await loggedIn(app);
    const first = await aWaiter(app, { token, ip: '198.51.100.7' }).join(id);
    const second = await aWaiter(app, { token, ip: '203.0.113.99' }).join(id);
    expect(second.oNumero?.cGrupo).toBe(first.oNumero?.cGrupo);
  });

  test('a presale code that changes nothing for an account is not used up', async () => {
    const id = nextPerformance();
    await aRoom(app, id, { perMinute: 60, onePerAccount: true });
    await db`insert into queue_code (performance_id, code, uses_left) values (${id}, 'ABONADOS', 1)`;
    await app.waitingRooms.read();
    const [ofAna, ofLuis] = [await browsers(), await browsers()];
    await ofAna().join(id);
    expect(await ofAna().join(id, { cCodigo: 'ABONADOS' })).toMatchObject({ oNumero: { ctFila: 'GENERAL', nNumero: 0 } });
    expect(await ofLuis().join(id, { cCodigo: 'ABONADOS' })).toMatchObject({ oNumero: { ctFila: 'PRIORITARIA' } });
  });
});

test('numbers of a crowded network are called after all others where the room demotes them, and in their turn elsewhere', async () => {
  const [demoting, other] = [nextPerformance(), nextPerformance()];
  const startsAt = Date.now() + 3_600_000;
  for (const id of [demoting, other]) await aRoom(app, id, { perMinute: 600, startsAt, demotes: id === demoting });
  const crowded = { lane: 'general', holder: null, instead: null, solution: null, accessible: false, group: 'crowded1' } as const;
  const households = new Map<number, ReturnType<typeof aWaiter>[]>();
  for (const performanceId of [demoting, other]) {
    await app.waitingRooms.store.join(
      Array.from({ length: 40 }, (_, index) => ({ ...crowded, performanceId, epoch: 1, ticket: `crowd${index}` })),
    );
    const people = [1, 2, 3].map((house) => aWaiter(app, { ip: `198.51.100.${house}` }));
    for (const person of people) await person.join(performanceId);
    households.set(performanceId, people);
  }
  await db`update queue_room set starts_at = clock_timestamp() where performance_id = any (${[demoting, other]}::integer[])`;
  await app.waitingRooms.read();
  const isIn = async (id: number) => {
    const states = await Promise.all((households.get(id) ?? []).map((person) => person.look(id)));
    return states.every(({ redirect_url }) => redirect_url !== '');
  };
  for (let tick = 0; tick < 30 && !(await isIn(demoting)); tick++) await ticks();
  const documents = [await documentOf(demoting), await documentOf(other)];
  expect(documents.map(({ demoted, demotedNumbers }) => [demoted, demotedNumbers])).toEqual([
    [['crowded1'], 40],
    [[], 0],
  ]);
  expect(await isIn(demoting)).toBe(true);
  expect(documents[0]?.lanes.late.serving).toBe(0);
  await ticks(10);
  expect((await documentOf(demoting)).lanes.late.serving).toBeGreaterThan(0);
});

test('a room is sold out with its last place, says that few are left, and goes on with one that comes back', async () => {
  const [id, draining] = [nextPerformance(), nextPerformance()];
  for (const performanceId of [id, draining]) await aRoom(app, performanceId, { perMinute: 60 });
  const look = async () => {
    await ticks(2);
    return Promise.all([id, draining].map(async (performanceId) => (await documentOf(performanceId)).phase));
  };
  await changePhase(db, { performanceId: draining, epoch: 1 }, { from: ['active'], to: 'draining' });
  try {
    setStock({ places: 1000, free: 20, held: 0 });
    expect(await look()).toEqual(['active', 'draining']);
    expect((await documentOf(id)).stock).toBe('low');
    setStock({ places: 1000, free: 0, held: 1 });
    expect(await look()).toEqual(['active', 'draining']);
    setStock({ places: 1000, free: 0, held: 0 });
    expect(await look()).toEqual(['sold_out', 'sold_out']);
    expect(await aWaiter(app).join(id)).toMatchObject({ ctImpedimento: 'CERRADA' });
    setStock({ places: 1000, free: 2, held: 0 });
    expect(await look()).toEqual(['active', 'draining']);
    expect(await aWaiter(app).join(id)).toMatchObject({ oNumero: { nNumero: 0 } });
    expect(await aWaiter(app).join(draining)).toMatchObject({ ctImpedimento: 'CERRADA' });
  } finally {
    setStock({ places: 100_000, free: 100_000, held: 0 });
  }
});

test('a new leader goes on calling at once in a room in which many turns are over', async () => {
  const id = nextPerformance();
  await aRoom(app, id, { perMinute: 600, mostInside: 100, graceSeconds: 30 });
  const room = { performanceId: id, epoch: 1 };
  const none = { issued: 0, serving: 0, lapsed: 0 };
  await app.waitingRooms.store.open(room, { priority: none, general: { issued: 20_000, serving: 12_000, lapsed: 11_990 }, late: none });
  await db`update queue_room set opened_at = clock_timestamp() - interval '1 hour' where performance_id = ${id}`;
  await db`delete from queue_lease`;
  await app.waitingRooms.read();
  const { ticks: ticksOfNext } = aLeader(app);
  await ticksOfNext(3);
  const { general } = (await documentOf(id)).lanes;
  expect(general.lapsed).toBe(11_990);
  expect(general.serving).toBeGreaterThan(12_015);
  await db`delete from queue_lease`;
});

test('a malformed question is refused by the name of its field', async () => {
  const id = nextPerformance();
  const ana = aWaiter(app);
  expect(await ana.post(`${QUEUE_HOST}/turn`, { idFuncion: 'x' })).toEqual({ status: 400, body: { campo: 'idFuncion' } });
  expect(await ana.post(`${QUEUE_HOST}/${id}`, { cCodigo: 7 })).toEqual({ status: 400, body: { campo: 'cCodigo' } });
  for (const url of ['x', '0', '99999999999', '999999.json', '999999/prueba.json', 'delete/x']) {
    expect((await app.inject({ url: `${QUEUE_HOST}/${url}` })).statusCode).toBe(404);
  }
});

test('the document is public, the same for everybody, and kept by caches for seconds', async () => {
  const id = nextPerformance();
  await aRoom(app, id);
  const [one, other] = await Promise.all([
    app.inject({ url: `${QUEUE_HOST}/${id}.json`, headers: { cookie: 'fila_1=x' } }),
    app.inject({ url: `${QUEUE_HOST}/${id}.json?t=123` }),
  ]);
  expect(one.body).toBe(other.body);
  expect(one.headers['set-cookie']).toBeUndefined();
  expect(one.headers['cache-control']).toBe('public, max-age=1, s-maxage=2, stale-while-revalidate=10, stale-if-error=300');
  expect(one.body.length).toBeLessThan(1500);
});

test('what names people by hashes is forgotten a month after the room was closed, and that of other rooms is kept', async () => {
  const [old, open] = [nextPerformance(), nextPerformance()];
  for (const id of [old, open]) {
    await aRoom(app, id, { perMinute: 6000, onePerAccount: true });
    const waiter = aWaiter(app, { token: (await checkout.stranger()).token });
    await waiter.join(id);
    await ticks(2);
    expect(await waiter.turn(id)).toMatchObject({ cPase: expect.any(String) });
  }
  await changePhase(db, { performanceId: old, epoch: 1 }, { from: ['active'], to: 'closed' });
  const rowsOf = async (id: number) =>
    (
      await db<{ accounts: number; passes: number; networks: number }[]>`
        select (select count(*)::integer from queue_account where performance_id = ${id}) as accounts,
               (select count(*)::integer from queue_pass where performance_id = ${id}) as passes,
               (select count(*)::integer from queue_network where performance_id = ${id}) as networks`
    )[0];
  const { 'forget-waiting-rooms': forget } = waitingRoomTasks(db);
  await forget();
  expect(await rowsOf(old)).toEqual({ accounts: 1, passes: 1, networks: 1 });
  await db`update queue_room set closed_at = now() - interval '31 days' where performance_id = ${old}`;
  await forget();
  expect(await rowsOf(old)).toEqual({ accounts: 0, passes: 0, networks: 0 });
  expect(await rowsOf(open)).toEqual({ accounts: 1, passes: 1, networks: 1 });
});
