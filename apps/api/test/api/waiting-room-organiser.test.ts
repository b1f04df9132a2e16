import {
  addRoomCodes,
  changeRoom,
  getOfficeRoom,
  getPerformance,
  getPublicPerformance,
  type InputOf,
  listOfficeRooms,
  moveRoom,
  openRoom,
  type RoomVerb,
  removeRoomCodes,
  takePlaces,
} from '@butaca/contract';
import { faultsOf } from '@butaca/fair-queue';
import { afterAll, expect, test } from 'vitest';
import { transitions } from '../../src/waiting-room/organiser.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { loggedIn } from '../factories/customers.ts';
import { anOrganiser } from '../factories/office.ts';
import { aLeader, aWaiter } from '../factories/queue.ts';

const database = await freshDatabase();
const { db } = database;
const PERFORMANCES = 22;
const { app, sales, buyer, close } = await aCheckout(db, undefined, [
  { rows: 4 },
  ...Array.from({ length: PERFORMANCES }, (_, index) => ({ startsAt: inDays(20 + index) })),
]);
const ana = await anOrganiser(db, app);
const luis = await anOrganiser(db, app);
afterAll(async () => {
  await close();
  await database.close();
});

/** One for all rooms, as there is one in the product. */
const { ticks } = aLeader(app);

let next = 0;
/** A performance that no other test opens a room for. */
const aPerformance = () => sales[next++]?.performanceId ?? 0;
type Opening = InputOf<typeof openRoom>['body'];
type Turned = InputOf<typeof changeRoom>['body'];

/** What an organiser does with the room of a performance. */
const organiserAt = (performanceId: number, { call } = ana) => {
  const params = { performanceId };
  return {
    open: (body: Opening = {}) => call(openRoom, { params, body }),
    turn: (body: Turned) => call(changeRoom, { params, body }),
    move: (verb: RoomVerb) => call(moveRoom, { params, body: { verb } }),
    addCodes: (body: InputOf<typeof addRoomCodes>['body']) => call(addRoomCodes, { params, body }),
    removeCodes: (code?: string) => call(removeRoomCodes, { params, body: { code } }),
    async room() {
      const { room } = answerOf(await call(getOfficeRoom, { params }));
      if (!room) throw new Error('there is no room');
      return room;
    },
  };
};

/** A room with its organiser. */
async function anOpenRoom(body: Opening = {}) {
  const performanceId = aPerformance();
  const organiser = organiserAt(performanceId);
  answerOf(await organiser.open(body));
  return { performanceId, organiser };
}

/** People who come one after the other; each from a network of their own, so that joining is quick. */
const crowd = async (performanceId: number, count: number, form: object = {}) => {
  const people = Array.from({ length: count }, (_, index) => aWaiter(app, { ip: `198.51.${performanceId}.${index + 1}` }));
  for (const person of people) await person.join(performanceId, form);
  return people;
};
const lookOf = async (person: ReturnType<typeof aWaiter>, id: number) => (await person.turn(id)).redirect_url !== '';

test('only organisers see and change rooms: customers and the box office are refused, and nothing is changed', async () => {
  const { performanceId } = await anOpenRoom();
  const params = { performanceId };
  const before = await db`select * from queue_room`;
  for (const role of ['customer', 'box-office', 'door']) {
    const { token, email } = await loggedIn(app);
    await db`update customer set role = ${role} where email = ${email}`;
    const { call } = clientOf(app, { token });
    for (const refused of [
      await call(listOfficeRooms, {}),
      await call(getOfficeRoom, { params }),
      await call(openRoom, { params, body: {} }),
      await call(changeRoom, { params, body: { perMinute: 1 } }),
      await call(moveRoom, { params, body: { verb: 'close' } }),
      await call(addRoomCodes, { params, body: { code: 'AMIGOS', uses: 1 } }),
      await call(removeRoomCodes, { params, body: {} }),
    ]) {
      expect(refused).toMatchObject({ failure: 'not_for_you' });
    }
  }
  expect(await db`select * from queue_room`).toEqual(before);
});

test('the list has the performances to come, those with an open room first, and says how many wait', async () => {
  const { performanceId, organiser } = await anOpenRoom();
  await organiser.move('pause');
  await aWaiter(app).join(performanceId);
  await app.waitingRooms.read();
  const { items } = answerOf(await ana.call(listOfficeRooms, {}));
  expect(items.find(({ performance }) => performance.id === performanceId)?.room).toEqual({ phase: 'paused', waiting: 1 });
  const isOpen = items.map(({ room }) => room !== undefined && room.phase !== 'closed');
  expect(isOpen.indexOf(false)).toBe(isOpen.filter(Boolean).length);
  expect(items.at(-1)).toMatchObject({ performance: { showName: 'Hamlet', venueName: 'Teatro', isOver: false } });
});

test('a paused room lets nobody in, and goes on where it stopped', async () => {
  const { performanceId, organiser } = await anOpenRoom({ perMinute: 600 });
  await ticks();
  await organiser.move('pause');
  const [first] = await crowd(performanceId, 3);
  if (!first) throw new Error('nobody came');
  await ticks(10);
  expect(await lookOf(first, performanceId)).toBe(false);
  answerOf(await organiser.move('resume'));
  await ticks(20);
  expect(await lookOf(first, performanceId)).toBe(true);
});

test('a draining room gives no more numbers, and those who wait are let in', async () => {
  const { performanceId, organiser } = await anOpenRoom({ perMinute: 600 });
  await organiser.move('pause');
  const [first] = await crowd(performanceId, 1);
  await organiser.move('drain');
  expect(await aWaiter(app).join(performanceId)).toMatchObject({ redirect_url: '', ctImpedimento: 'CERRADA' });
  await ticks(20);
  expect(first && (await lookOf(first, performanceId))).toBe(true);
});

test('a closed room lets everybody in and take places, and its proof holds', async () => {
  const { performanceId, organiser } = await anOpenRoom();
  const take = () => clientOf(app, { token: buyer.token }).call(takePlaces, { body: { performanceId, placeIds: [0] } });
  await ticks();
  await organiser.move('pause');
  const [waiter] = await crowd(performanceId, 1);
  expect(await take()).toMatchObject({ failure: 'turn_needed' });
  expect((await app.inject(`/cola/${performanceId}/prueba.json`)).statusCode).toBe(404);
  expect(await organiser.room()).not.toHaveProperty('proof');

  answerOf(await organiser.move('close'));
  expect(waiter && (await lookOf(waiter, performanceId))).toBe(true);
  expect(await take()).toMatchObject({ status: 'ok' });
  const { proof = '', commitment, closedAt } = await organiser.room();
  const published = (await app.inject(proof)).json();
  expect(published).toMatchObject({ commitment });
  expect(faultsOf(published)).toEqual([]);
  expect(closedAt).toBeTypeOf('number');
});

test('a room that is opened again gives new numbers: earlier ones are worth nothing', async () => {
  const { performanceId, organiser } = await anOpenRoom();
  await organiser.move('pause');
  const [waiter] = await crowd(performanceId, 1);
  expect(await waiter?.look(performanceId)).toHaveProperty('oNumero');
  await organiser.move('close');
  const { room } = answerOf(await organiser.open());
  expect(room).toMatchObject({ epoch: 2, phase: 'active', waiting: 0 });
  await organiser.move('pause');
  expect(await waiter?.look(performanceId)).not.toHaveProperty('oNumero');
  expect(await organiser.open()).toMatchObject({ failure: 'room_is_open' });
});

test('a turned knob changes the pace, and another room is as it was', async () => {
  const turned = await anOpenRoom({ perMinute: 6 });
  const left = await anOpenRoom({ perMinute: 6 });
  // The first minute is slow for everybody.
  for (const { performanceId } of [turned, left])
    await db`update queue_room set opened_at = opened_at - interval '5 minutes' where performance_id = ${performanceId}`;
  await ticks();
  for (const { performanceId } of [turned, left])
    await db`update queue_line set issued = 500 where performance_id = ${performanceId} and lane = 'general'`;
  await ticks(10);
  const servingOf = async ({ organiser }: typeof turned) =>
    (await organiser.room()).lanes.find(({ lane }) => lane === 'general')?.serving ?? 0;
  expect(await servingOf(turned)).toBeLessThan(5);
  const { room } = answerOf(await turned.organiser.turn({ perMinute: 600, message: { es: 'Sumamos lugares.', en: '' } }));
  expect(room?.knobs).toMatchObject({ perMinute: 600, mostInside: 2000, message: { es: 'Sumamos lugares.' } });
  // What visitors read, without another reading of this process.
  expect((await app.inject(`/cola/${turned.performanceId}.json`)).json()).toMatchObject({ message: { es: 'Sumamos lugares.' } });
  await ticks(10);
  expect(await servingOf(turned)).toBeGreaterThan(80);
  expect(await servingOf(left)).toBeLessThan(6);
  expect((await left.organiser.room()).knobs).toMatchObject({ perMinute: 6, message: {} });
  const { pulse, samples } = await turned.organiser.room();
  expect(pulse).toMatchObject({ reason: 'rate', inside: 0, redeemed: 0, stock: { free: 100_000, held: 0, sold: 0 } });
  expect(pulse?.called).toBeGreaterThan(80);
  expect(samples.at(-1)).toMatchObject({ inside: 0, free: 100_000 });
});

test('what bounds the pace is told in every process: people inside', async () => {
  const { performanceId, organiser } = await anOpenRoom({ mostInside: 1 });
  await ticks();
  await db`update queue_line set issued = 500 where performance_id = ${performanceId} and lane = 'general'`;
  await ticks(10);
  expect((await organiser.room()).pulse).toMatchObject({ reason: 'inside' });
});

test('marked as sold out, a room gives no numbers and stays so while there are places; it is resumed by hand', async () => {
  const { performanceId, organiser } = await anOpenRoom();
  await ticks();
  answerOf(await organiser.move('sell_out'));
  await ticks(3);
  expect(await organiser.room()).toMatchObject({ phase: 'sold_out', verbs: ['resume', 'close'] });
  expect(await aWaiter(app).join(performanceId)).toMatchObject({ ctImpedimento: 'CERRADA' });
  await organiser.move('resume');
  await ticks(3);
  expect((await organiser.room()).phase).toBe('active');
  const [row] = await db`select told_sold_out from queue_room where performance_id = ${performanceId}`;
  expect(row).toEqual({ told_sold_out: false });
});

test('people are drawn at the start, which may be put off until then, and then who is put last may not be changed', async () => {
  const startsAt = Date.now() + 3_600_000;
  const { performanceId, organiser } = await anOpenRoom({ startsAt });
  expect(await organiser.room()).toMatchObject({ phase: 'pre', startsAt, isDrawn: false, verbs: ['close'] });
  expect(await organiser.move('pause')).toMatchObject({ failure: 'wrong_phase', data: { phase: 'pre' } });
  await crowd(performanceId, 2);
  expect(answerOf(await organiser.turn({ startsAt: startsAt + 60_000 })).room).toMatchObject({ startsAt: startsAt + 60_000, waiting: 2 });
  expect(await organiser.turn({ startsAt: Date.now() + 400 * 86_400_000 })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'dComienzo', reason: 'invalid' }] },
  });
  await organiser.turn({ startsAt: Date.now() - 1000, demotes: true });
  await ticks(2);
  expect(await organiser.room()).toMatchObject({ phase: 'active', isDrawn: true });
  expect(await organiser.turn({ startsAt })).toMatchObject({ failure: 'wrong_phase', data: { phase: 'active' } });
  expect(await organiser.turn({ demotes: false })).toMatchObject({ data: { fields: [{ name: 'lPosterga', reason: 'too_late' }] } });
});

test('networks with many numbers are shown, and nothing happens to them', async () => {
  const { performanceId, organiser } = await anOpenRoom({ startsAt: Date.now() + 3_600_000 });
  await db`insert into queue_network (performance_id, epoch, network, numbers)
           values (${performanceId}, 1, 'aaaaaaaa', 40), (${performanceId}, 1, 'bbbbbbbb', 21), (${performanceId}, 1, 'cccccccc', 20)`;
  expect((await organiser.room()).suspects).toEqual({
    numbers: 61,
    networks: [
      { network: 'aaaaaaaa', numbers: 40 },
      { network: 'bbbbbbbb', numbers: 21 },
    ],
    areLast: false,
  });
});

test('a presale code is told once, puts its owner into the first lane, and is worth nothing once removed', async () => {
  const { performanceId, organiser } = await anOpenRoom();
  await organiser.move('pause');
  const { codes, state } = answerOf(await organiser.addCodes({ count: 3, uses: 1 }));
  expect(codes).toHaveLength(3);
  expect(state.room?.codes).toEqual({ count: 3, usesLeft: 3 });
  expect(JSON.stringify(state)).not.toContain(codes[0]);
  const friend = aWaiter(app, { ip: '198.51.100.1' });
  expect(await friend.join(performanceId, { cCodigo: codes[0]?.toLowerCase() })).toMatchObject({ oNumero: { ctFila: 'PRIORITARIA' } });
  expect((await organiser.room()).codes).toEqual({ count: 3, usesLeft: 2 });
  const typed = answerOf(await organiser.addCodes({ code: 'amigos2026', uses: 50 }));
  expect(typed).toMatchObject({ codes: ['AMIGOS2026'], state: { room: { codes: { count: 4, usesLeft: 52 } } } });
  expect(answerOf(await organiser.addCodes({ code: 'AMIGOS2026', uses: 10 })).state.room?.codes).toEqual({ count: 4, usesLeft: 12 });

  expect(await organiser.removeCodes('NO-HAY')).toMatchObject({ data: { fields: [{ name: 'cCodigo', reason: 'unknown' }] } });
  answerOf(await organiser.removeCodes('Amigos2026'));
  const late = aWaiter(app, { ip: '198.51.100.2' });
  expect(await late.join(performanceId, { cCodigo: 'AMIGOS2026' })).toMatchObject({ ctImpedimento: 'CODIGO' });
  expect(answerOf(await organiser.removeCodes()).room?.codes).toEqual({ count: 0, usesLeft: 0 });
  expect((await organiser.room()).changes.map(({ verb, codes }) => [verb, codes]).slice(0, 4)).toEqual([
    ['remove_codes', 3],
    ['remove_codes', 1],
    ['add_codes', 1],
    ['add_codes', 1],
  ]);
  expect(JSON.stringify(await db`select change from queue_change`)).not.toContain('AMIGOS2026');
});

test('every change stands in the log with who made it and when, and what changes nothing does not', async () => {
  const { performanceId, organiser } = await anOpenRoom({ perMinute: 300 });
  await organiser.turn({ perMinute: 900, graceSeconds: 600 });
  await organiser.turn({ perMinute: 900 });
  await organiserAt(performanceId, luis).move('pause');
  await organiser.move('resume');
  await organiser.move('drain');
  await organiser.move('close');
  const [person] = await db`select first_name || ' ' || last_name as name from customer where id = ${luis.customerId}`;
  const { changes } = await organiser.room();
  expect(changes.map(({ verb }) => verb)).toEqual(['close', 'drain', 'resume', 'pause', 'change', 'open']);
  expect(changes.every(({ at, staffName }) => Math.abs(Date.now() - at) < 60_000 && staffName === person?.name)).toBe(true);
  expect(changes[4]).toMatchObject({ before: { perMinute: 300 }, after: { perMinute: 900 } });
  expect(changes[4]?.after).not.toHaveProperty('graceSeconds');
  expect(changes[5]).toMatchObject({ after: { perMinute: 300, mostInside: 2000 } });
  const rows = await db`select customer_id from queue_change where performance_id = ${performanceId} order by id`;
  expect(rows.map((row) => row.customer_id === luis.customerId)).toEqual([false, false, true, false, false, false]);
  await expect(db`update queue_change set at = now()`).rejects.toThrow('permission denied');
});

test('of two organisers who pause at once one does it and the other is told; knobs that both turn are both turned', async () => {
  const { performanceId, organiser } = await anOpenRoom();
  const other = organiserAt(performanceId, luis);
  const outcomes = await Promise.all([organiser.move('pause'), other.move('pause')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['ok', 'refusal']);
  expect(outcomes.find(({ status }) => status === 'refusal')).toMatchObject({ failure: 'wrong_phase', data: { phase: 'paused' } });
  await Promise.all([organiser.turn({ perMinute: 77 }), other.turn({ passMinutes: 9 })]);
  expect((await organiser.room()).knobs).toMatchObject({ perMinute: 77, passMinutes: 9 });
  await organiser.move('close');
  const openings = await Promise.all([organiser.open(), other.open()]);
  expect(openings.map((outcome) => (outcome.status === 'refusal' ? outcome.failure : outcome.status)).sort()).toEqual([
    'ok',
    'room_is_open',
  ]);
});

test('a verb in a phase that it is not for is refused with the phase, and nothing changes', async () => {
  const { performanceId, organiser } = await anOpenRoom();
  for (const phase of ['pre', 'active', 'paused', 'draining', 'sold_out', 'closed', 'standby'] as const) {
    await db`update queue_room set phase = ${phase}, closed_at = case when ${phase} = 'closed' then now() end where performance_id = ${performanceId}`;
    const verbs = (Object.keys(transitions) as RoomVerb[]).filter((verb) => !transitions[verb].from.includes(phase));
    for (const verb of verbs)
      expect(await organiser.move(verb), `${verb} ${phase}`).toMatchObject({ failure: 'wrong_phase', data: { phase } });
    expect((await organiser.room()).phase).toBe(phase);
  }
  await db`update queue_room set phase = 'closed', closed_at = now() where performance_id = ${performanceId}`;
  expect(await organiser.turn({ perMinute: 5 })).toMatchObject({ failure: 'wrong_phase', data: { phase: 'closed' } });
  expect(await organiser.addCodes({ count: 1, uses: 1 })).toMatchObject({ failure: 'wrong_phase' });
});

test('input that cannot be is refused by its field', async () => {
  const { performanceId, organiser } = await anOpenRoom();
  const raw = (body: object) => clientOf(app, { token: ana.token }).callRaw(changeRoom, { params: { idFuncion: performanceId }, body });
  const fieldsOf = (outcome: unknown) => (outcome as { data: { fields: { name: string }[] } }).data.fields.map(({ name }) => name);
  expect(fieldsOf(await raw({ nPorMinuto: 0 }))).toEqual(['nPorMinuto']);
  expect(fieldsOf(await raw({ nSegundosDeTurno: 5, nMinutosParaElegir: 61 }))).toEqual(['nSegundosDeTurno', 'nMinutosParaElegir']);
  expect(fieldsOf(await raw({ oMensaje: { cEs: 'a'.repeat(301) } }))).toEqual(['oMensaje.cEs']);
  expect(fieldsOf(await organiser.addCodes({ uses: 1 }))).toEqual(['cCodigo']);
  const other = organiserAt(aPerformance());
  expect(fieldsOf(await other.open({ standsBy: true, startsAt: Date.now() + 1000 }))).toEqual(['dComienzo']);
  expect(await other.move('pause')).toMatchObject({ failure: 'not_found' });
  expect(await organiserAt(999_999).open()).toMatchObject({ failure: 'not_found' });
  await db`update performance set state = 'cancelled' where id = ${performanceId}`;
  await organiser.move('close');
  expect(await organiser.open()).toMatchObject({ failure: 'not_on_sale' });
});

test('a room that stands by opens itself when more people come within a minute than it was told', async () => {
  const { performanceId, organiser } = await anOpenRoom({ standsBy: true, standbyArrivals: 5 });
  const anonymous = clientOf(app);
  const customer = clientOf(app, { token: buyer.token });
  await ticks();
  const { items } = answerOf(await ana.call(listOfficeRooms, {}));
  expect(items.find(({ performance }) => performance.id === performanceId)?.room?.phase).toBe('standby');
  expect((await aWaiter(app).turn(performanceId)).redirect_url).not.toBe('');
  for (let time = 0; time < 2; time++) await customer.call(getPerformance, { params: { performanceId }, query: { hash: undefined } });
  await anonymous.call(getPublicPerformance, { params: { performanceId }, query: { hash: undefined } });
  await ticks(2);
  expect(await organiser.room()).toMatchObject({ phase: 'standby', arrivals: 3 });
  for (let time = 0; time < 3; time++) await customer.call(getPerformance, { params: { performanceId }, query: { hash: undefined } });
  await ticks(3);
  const { phase, changes } = await organiser.room();
  expect({ phase, last: changes[0] }).toMatchObject({ phase: 'active', last: { verb: 'opened_itself' } });
  expect(changes[0]).not.toHaveProperty('staffName');
});

test('a room that stands by is opened by hand', async () => {
  const { performanceId, organiser } = await anOpenRoom({ standsBy: true });
  expect((await organiser.room()).verbs).toEqual(['open_now', 'close']);
  answerOf(await organiser.move('open_now'));
  expect((await aWaiter(app).turn(performanceId)).redirect_url).not.toBe('/');
  expect((await organiser.room()).phase).toBe('active');
});
