import { afterAll, beforeEach, expect, test } from 'vitest';
import { balancesOf } from '../../src/payments/queries-ledger.ts';
import { lapseOffer } from '../../src/purchase/end-offer.ts';
import { reconcilePayments } from '../../src/purchase/reconcile-payments.ts';
import { settlePayment } from '../../src/purchase/settle-payment.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { haveCustomer, havePurchase, type Sale, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { app, buyer, card, gateway, stranger, sale, close: closeCheckout } = await aCheckout(db);
const somebody = await haveCustomer(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});

const SEATS = Array.from({ length: 40 }, (_, seat) => seat);
beforeEach(async () => {
  gateway.state.refunds = 0;
  gateway.state.refundsFail = false;
  await db`delete from hold where purchase_id in (select id from purchase where customer_id = ${somebody})`;
  await db`update place set state = 'free', purchase_id = null, held_until = null`;
  app.inventory.changed(
    sale.performanceId,
    SEATS.map((placeId) => ({ placeId, state: 'free', heldUntilMs: null, purchaseId: null })),
  );
});

const world = { db, inventory: app.inventory, gateway: card };
const reconcile = () => reconcilePayments(world);
const one = async <Row>(rows: PromiseLike<readonly Row[]>): Promise<Row> => (await rows)[0] as Row;
const stageOf = async (id: string) => (await one(db<{ stage: string }[]>`select stage from purchase where id = ${id}`)).stage;
const attemptOf = async (id: string) => (await one(db<{ state: string }[]>`select state from attempt where purchase_id = ${id}`)).state;
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
const holdOf = async (id: string, { performanceId }: Pick<Sale, 'performanceId'> = sale) =>
  one(
    db<{ placeIds: number[]; state: string }[]>`
      select place_ids as "placeIds", state from hold where purchase_id = ${id} and performance_id = ${performanceId}`,
  );
const placesOf = (id: string) =>
  db<{ placeId: number; state: string }[]>`
    select place_id as "placeId", state from place where purchase_id = ${id} order by performance_id, place_id`;
const sellTo = (owner: string, placeIds: readonly number[], { performanceId }: Pick<Sale, 'performanceId'> = sale) => db`
  update place set state = 'sold', purchase_id = ${owner}, held_until = null
   where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`;
const minutesLeft = ({ oOferta, oProceso }: { oOferta: { dHasta: string }; oProceso: { dServidor: string } }) =>
  Temporal.Instant.from(oProceso.dServidor).until(oOferta.dHasta).total('minutes');
const wordIn = (answers: readonly { nCode: number; oData: { cResultado?: string } }[]) =>
  answers.map(({ nCode, oData }) => (nCode === 200 ? (oData.cResultado ?? '') : nCode));

/** A purchase whose payment is approved by the gateway and answered by nobody until its places have lapsed. */
async function aLatePayment({ placeIds = [4, 5] as readonly number[] } = {}) {
  const id = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds });
  const total = placeIds.length * TICKET_TOTAL;
  gateway.state.next.push('lost');
  await buyer.pay({ id, total });
  await letMinutesPass(db, id, 30);
  return { id, placeIds, total };
}

/** Of it the last place is somebody else's when the approval is found. */
async function anOffer(given?: Parameters<typeof aLatePayment>[0]) {
  const late = await aLatePayment(given);
  await sellTo('somebody', late.placeIds.slice(-1));
  const { oData } = await buyer.confirm(late.id);
  return { ...late, told: oData };
}

const accept = (id: string, by = buyer) => by.post(id, 'Oferta/Aceptar', {});
const decline = (id: string, by = buyer) => by.post(id, 'Oferta/Rechazar', {});
const isOver = (id: string) => letMinutesPass(db, id, 24 * 60 + 1);

test('whoever paid too late is offered equal places side by side for a day, and is told which', async () => {
  const { id, total, told } = await anOffer();
  expect(told).toMatchObject({
    cResultado: 'OFRECIDO',
    fTotal: total / 100,
    oProceso: { cEtapa: 'OFRECIDO', oTotal: { fTotal: total / 100 } },
  });
  const [change] = told.oOferta.listaCambio;
  expect(change.listaPosicionElegida.map((place: { cAsiento: string }) => place.cAsiento)).toEqual(['5', '6']);
  const { placeIds } = await holdOf(id);
  const [first = 0, second] = placeIds;
  expect(second).toBe(first + 1);
  expect(change.listaPosicionOfrecida).toMatchObject([
    { idPosicion: first, cSectorNombre: 'Platea', fPrecioFinal: TICKET_TOTAL / 100 },
    { idPosicion: second },
  ]);
  expect(minutesLeft(told) / 60).toBeCloseTo(24, 1);
  expect(await placesOf(id)).toEqual([
    { placeId: first, state: 'held' },
    { placeId: second, state: 'held' },
  ]);
  expect(await accountsOf(id)).toEqual({ card_clearing: total, owed_to_buyer: -total });
  expect((await buyer.get('/v2/Historial2')).oData.Lista).toContainEqual(
    expect.objectContaining({ idOperacion: id, cEstado: 'OFRECIDA', oOferta: told.oOferta }),
  );
  expect(await db`select from graphile_worker.jobs where task_identifier = 'tell-of-offer' and key like ${`%${id}`}`).toHaveLength(1);
});

test('places that are offered are sold once they are accepted, for the money that was paid', async () => {
  const { id, total } = await anOffer();
  const { placeIds } = await holdOf(id);
  expect(await accept(id)).toMatchObject({
    nCode: 200,
    oData: { cResultado: 'APROBADO', idOperacion: id, oProceso: { cEtapa: 'PAGADO' } },
  });
  expect(await holdOf(id)).toEqual({ placeIds, state: 'sold' });
  expect(await placesOf(id)).toEqual(placeIds.map((placeId) => ({ placeId, state: 'sold' })));
  expect(await attemptOf(id)).toBe('approved');
  expect(await accountsOf(id)).toEqual({
    card_clearing: total,
    tickets: -2_000_000,
    service_charge: -200_000,
    anti_fraud_qr: -100_000,
  });
  expect(gateway.state.refunds).toBe(0);
  expect((await buyer.get(`/v2/Proceso/${id}`)).oData.listaFuncion[0].listaPosicion).toMatchObject(
    placeIds.map((idPosicion) => ({ idPosicion, fPrecioFinal: TICKET_TOTAL / 100 })),
  );
});

test('accepting twice, at once or later, sells once and gets the same answer', async () => {
  const { id, total } = await anOffer();
  expect(wordIn(await Promise.all([accept(id), accept(id), accept(id)]))).toEqual(['APROBADO', 'APROBADO', 'APROBADO']);
  expect(wordIn([await accept(id)])).toEqual(['APROBADO']);
  expect((await accountsOf(id)).card_clearing).toBe(total);
  expect(await db`select from ledger_transaction where purchase_id = ${id}`).toHaveLength(2);
});

test('whoever wants the money instead gets all of it, and the places are free again', async () => {
  const { id } = await anOffer();
  expect(wordIn([await decline(id), await decline(id)])).toEqual(['DEVUELTO', 'DEVUELTO']);
  expect(await stageOf(id)).toBe('cancelled');
  expect(await accountsOf(id)).toEqual({});
  expect(gateway.state.refunds).toBe(1);
  await app.inventory.sweep();
  expect(await placesOf(id)).toEqual([]);
  expect(await accept(id)).toMatchObject({ nCode: 484, oData: { cEtapa: 'CANCELADO' } });
});

test('a refund that the gateway does not answer is tried again by the worker', async () => {
  const { id, total } = await anOffer();
  gateway.state.refundsFail = true;
  expect(wordIn([await decline(id)])).toEqual(['TARDIO']);
  expect(await accountsOf(id)).toEqual({ card_clearing: total, owed_to_buyer: -total });
  gateway.state.refundsFail = false;
  await db`update attempt set check_at = clock_timestamp() where purchase_id = ${id}`;
  await reconcile();
  expect(await attemptOf(id)).toBe('reversed');
  expect(await accountsOf(id)).toEqual({});
});

test('of accepting and declining at once exactly one counts', async () => {
  const { id, total } = await anOffer();
  const answers = wordIn(await Promise.all([accept(id), decline(id)]));
  expect(answers.filter((answer) => answer === 484)).toHaveLength(1);
  const paid = (await stageOf(id)) === 'paid';
  expect(answers).toEqual(paid ? ['APROBADO', 484] : [484, 'DEVUELTO']);
  expect((await accountsOf(id)).card_clearing ?? 0).toBe(paid ? total : 0);
});

test.each([
  ['the worker', (): Promise<unknown> => reconcile()],
  ['whoever looks', (id: string): Promise<unknown> => buyer.confirm(id)],
])('after a day without an answer %s gives the money back', async (_, look) => {
  const { id } = await anOffer();
  await app.inventory.sweep();
  await reconcile();
  expect(await stageOf(id)).toBe('offered');
  expect((await placesOf(id)).map(({ state }) => state)).toEqual(['held', 'held']);
  await isOver(id);
  await look(id);
  expect(await attemptOf(id)).toBe('reversed');
  expect(await stageOf(id)).toBe('cancelled');
  expect(await accountsOf(id)).toEqual({});
  await app.inventory.sweep();
  expect(await placesOf(id)).toEqual([]);
});

test('who accepts when the day is over is refused and gets the money', async () => {
  const { id } = await anOffer();
  await isOver(id);
  expect(await accept(id)).toMatchObject({ nCode: 484, oData: { cEtapa: 'CANCELADO' } });
  expect(wordIn([await buyer.confirm(id), await decline(id)])).toEqual(['DEVUELTO', 'DEVUELTO']);
  expect(gateway.state.refunds).toBe(1);
});

test('an answer in the moment the offer lapses counts or does not, and the money goes back at most once', async () => {
  const { id } = await anOffer();
  await isOver(id);
  await Promise.all([accept(id), reconcile(), decline(id), reconcile()]);
  await reconcile();
  expect(await stageOf(id)).toBe('cancelled');
  expect(gateway.state.refunds).toBe(1);
  expect((await db`select kind from ledger_transaction where purchase_id = ${id} order by at`).map(({ kind }) => kind)).toEqual([
    'late_receipt',
    'late_return',
  ]);
});

test('with no equal places left the money goes back at once', async () => {
  const late = await aLatePayment();
  await sellTo('somebody', [...SEATS.filter((seat) => seat % 2 === 1)]);
  expect(wordIn([await buyer.confirm(late.id)])).toEqual(['DEVUELTO']);
  expect(await stageOf(late.id)).toBe('cancelled');
  expect(await accountsOf(late.id)).toEqual({});
  expect(await db`select from graphile_worker.jobs where task_identifier = 'tell-of-return'`).not.toHaveLength(0);
});

test('equal places that others took unheard of are not offered: the next ones are', async () => {
  const first = await anOffer();
  const { placeIds } = await holdOf(first.id);
  await decline(first.id);
  await app.inventory.sweep();
  // By a process that tells nobody.
  await sellTo('somebody', placeIds);
  const { told, id } = await anOffer();
  expect(told).toMatchObject({ cResultado: 'OFRECIDO' });
  expect((await holdOf(id)).placeIds.filter((place) => placeIds.includes(place))).toEqual([]);
});

test('places that are free again by the time the money comes are the buyer’s own', async () => {
  const late = await aLatePayment();
  await sellTo('somebody', [5]);
  await db`update place set state = 'free', purchase_id = null where performance_id = ${sale.performanceId} and place_id = 5`;
  expect(wordIn([await buyer.confirm(late.id)])).toEqual(['APROBADO']);
  expect(await holdOf(late.id)).toEqual({ placeIds: [4, 5], state: 'sold' });
});

test('two late payments are never offered the same places', async () => {
  const [one, other] = [await aLatePayment({ placeIds: [4, 5] }), await aLatePayment({ placeIds: [14, 15] })];
  await sellTo('somebody', [5, 15]);
  expect(wordIn(await Promise.all([buyer.confirm(one.id), buyer.confirm(other.id)]))).toEqual(['OFRECIDO', 'OFRECIDO']);
  const held = [...(await holdOf(one.id)).placeIds, ...(await holdOf(other.id)).placeIds];
  expect(new Set(held).size).toBe(4);
  expect(wordIn(await Promise.all([accept(one.id), accept(other.id)]))).toEqual(['APROBADO', 'APROBADO']);
});

test('late payments and new buyers at once: whoever has places has them alone, and whoever has none has the money', async () => {
  const late = await Promise.all([0, 4, 10, 14, 20, 24].map((first) => aLatePayment({ placeIds: [first, first + 1] })));
  await sellTo('somebody', [1, 5, 11, 15, 21, 25, 30, 33, 36, 39]);
  const newcomers = await Promise.all([stranger(), stranger(), stranger()]);
  const take = { idFuncion: sale.performanceId, listaSector: [{ nCantidad: 2 }] };
  const [told, taken] = await Promise.all([
    Promise.all(late.map(({ id }) => buyer.confirm(id))),
    Promise.all(newcomers.flatMap((each) => [1, 2].map(() => each.post('0', 'Posiciones/TomarGrupo', take)))),
  ]);
  expect(wordIn(told).filter((word) => word !== 'OFRECIDO' && word !== 'DEVUELTO')).toEqual([]);
  const given = taken.flatMap(({ nCode, oData }) => (nCode === 200 ? (oData.aPosicion as number[]) : []));
  const offered = (await Promise.all(late.map(({ id }) => placesOf(id)))).flatMap((places, index) =>
    wordIn(told)[index] === 'OFRECIDO' ? places.map(({ placeId }) => placeId) : [],
  );
  expect(offered.length).toBe(2 * wordIn(told).filter((word) => word === 'OFRECIDO').length);
  expect(new Set([...given, ...offered]).size).toBe(given.length + offered.length);
  for (const { id } of late) {
    const { card_clearing = 0, owed_to_buyer = 0 } = await accountsOf(id);
    expect(card_clearing + owed_to_buyer).toBe(0);
  }
});

test('places for a performance that was cancelled are not taken any more: the money goes back', async () => {
  const { id } = await anOffer();
  await db`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  expect(await accept(id)).toMatchObject({ nCode: 484, oData: { cEtapa: 'CANCELADO' } });
  expect(await attemptOf(id)).toBe('reversed');
  await db`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
});

test('an approval that is heard by several, and again while places are offered, is followed once', async () => {
  const late = await aLatePayment();
  await sellTo('somebody', [5]);
  const { reference } = await one(db<{ reference: string }[]>`select reference from attempt where purchase_id = ${late.id}`);
  const hear = async () =>
    settlePayment(world, { purchaseId: late.id, reference }, { answer: await card.query(reference), asked: 'query' });
  await Promise.all([hear(), hear(), hear()]);
  await hear();
  expect(await stageOf(late.id)).toBe('offered');
  expect(await attemptOf(late.id)).toBe('offered');
  expect(gateway.state.refunds).toBe(0);
  expect(await db`select from ledger_transaction where purchase_id = ${late.id}`).toHaveLength(1);
});

test('an offer that was accepted does not lapse', async () => {
  const { id } = await anOffer();
  await accept(id);
  await isOver(id);
  await lapseOffer(world, { purchaseId: id });
  expect(await stageOf(id)).toBe('paid');
  expect(await attemptOf(id)).toBe('approved');
  expect(
    await db`
      select from graphile_worker.jobs
       where key = 'tell-of-return.' || (select reference from attempt where purchase_id = ${id})`,
  ).toHaveLength(0);
});

test('an offer ends when the performance begins, and close before it there is none', async () => {
  const { starts } = await one(
    db<{ starts: Temporal.Instant }[]>`select starts_at as starts from performance where id = ${sale.performanceId}`,
  );
  const beginsIn = async (minutes: number) => {
    await db`update performance set starts_at = clock_timestamp() + make_interval(mins => ${minutes}), doors_at = null, on_sale_at = null
              where id = ${sale.performanceId}`;
  };
  await beginsIn(180);
  const { told, id } = await anOffer();
  expect(minutesLeft(told)).toBeCloseTo(180, 0);
  await decline(id);
  await beginsIn(4);
  expect(wordIn([{ nCode: 200, oData: (await anOffer({ placeIds: [24, 25] })).told }])).toEqual(['DEVUELTO']);
  await db`update performance set starts_at = ${starts} where id = ${sale.performanceId}`;
});

test('an offer is its buyer’s alone, and purchases without one have none to answer', async () => {
  const { id } = await anOffer();
  const other = await stranger();
  expect([(await accept(id, other)).nCode, (await decline(id, other)).nCode]).toEqual([404, 404]);
  expect(await stageOf(id)).toBe('offered');
  const open = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds: [30, 31] });
  expect(await accept(open)).toMatchObject({ nCode: 484, oData: { cEtapa: 'ABIERTO' } });
  expect(await decline(open)).toMatchObject({ nCode: 484, oData: { cEtapa: 'ABIERTO' } });
  await buyer.pay({ id: open, total: 2 * TICKET_TOTAL });
  expect(await accept(open)).toMatchObject({ nCode: 484, oData: { cEtapa: 'PAGADO' } });
});

test('a purchase with an offer is neither changed, nor cancelled, nor paid again, and its places are nobody else’s', async () => {
  const { id, total } = await anOffer();
  expect(await buyer.pay({ id, total })).toMatchObject({ nCode: 475, oData: { cEtapa: 'OFRECIDO' } });
  expect(await buyer.post(id, 'EntregaTipo/Seleccionar', { idEntregaTipo: 2 })).toMatchObject({ nCode: 475 });
  expect(await buyer.post(id, 'invalidar', {})).toMatchObject({ nCode: 475, oData: { cEtapa: 'OFRECIDO' } });
  expect(await buyer.post(id, 'Posiciones/SoltarFuncion', { idFuncion: sale.performanceId })).toMatchObject({ nCode: 475 });
  const others = await buyer.post('0', 'Posiciones/Tomar', { idFuncion: sale.performanceId, aPosicion: (await holdOf(id)).placeIds });
  expect(others).toMatchObject({ nCode: 470 });
  expect(await stageOf(id)).toBe('offered');
});

test('when a purchase is for two performances, both have places or the money goes back; what was not lost stays', async () => {
  const second = await one(db<Sale[]>`
    with copied as (
      insert into performance (show_id, venue_id, venue_map_id, starts_at, state)
      select show_id, venue_id, venue_map_id, starts_at + interval '1 day', state from performance where id = ${sale.performanceId} returning id
    ), level as (
      insert into price_level (performance_id, position, name, category)
      select copied.id, position, name, category from copied, price_level where performance_id = ${sale.performanceId} returning id, performance_id
    )
    insert into price_type (price_level_id, position, name, face_value, tax_class_id)
    select level.id, position, name, face_value, tax_class_id from level, price_type where price_type.id = ${sale.priceTypeId}
    returning (select id from copied) as "performanceId", id as "priceTypeId"`);
  await db`insert into place (performance_id, place_id) select ${second.performanceId}, generate_series(0, 39)`;
  const lateForBoth = async (placeIds: readonly number[]) => {
    const id = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds });
    await db`insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until)
             select ${second.performanceId}, purchase_id, place_ids, ${placeIds.map(() => second.priceTypeId)}::integer[], held_until
               from hold where purchase_id = ${id}`;
    await db`update place set state = 'held', purchase_id = ${id}, held_until = (select deadline from purchase where id = ${id})
              where performance_id = ${second.performanceId} and place_id = any (${[...placeIds]}::integer[])`;
    gateway.state.next.push('lost');
    const { oTotal } = (await buyer.get(`/v2/Proceso/${id}`)).oData;
    await buyer.pay({ id, total: oTotal.fTotal * 100 });
    await letMinutesPass(db, id, 30);
    return id;
  };

  const offered = await lateForBoth([4, 5]);
  await sellTo('somebody', [5], second);
  const { oData } = await buyer.confirm(offered);
  expect(oData.oOferta.listaCambio).toMatchObject([{ idFuncion: second.performanceId }]);
  expect((await holdOf(offered)).placeIds).toEqual([4, 5]);
  expect(wordIn([await accept(offered)])).toEqual(['APROBADO']);
  expect((await placesOf(offered)).map(({ state }) => state)).toEqual(['sold', 'sold', 'sold', 'sold']);

  const refunded = await lateForBoth([14, 15]);
  await sellTo('somebody', [15]);
  await sellTo('somebody', SEATS, second);
  expect(wordIn([await buyer.confirm(refunded)])).toEqual(['DEVUELTO']);
  await app.inventory.sweep();
  expect(await placesOf(refunded)).toEqual([]);
});
