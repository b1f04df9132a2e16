import { afterAll, beforeEach, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { lapseOffer } from '../../src/sale/pay/late-money.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { lateMoney, one, SEATS, wordsIn } from '../factories/late-money.ts';
import { havePurchase, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db);
const { app, buyer, card, gateway, stranger, sale } = checkout;
const { sellTo, aLatePayment, anOffer, emptyHouse, accept, decline, isOver, stageOf, logInAttemptOf, accountsOf, holdOf, placesOf } =
  lateMoney(db, checkout);
beforeEach(emptyHouse);
afterAll(async () => {
  await checkout.close();
  await close();
});

const world = { ...app.sale, gateway: card };
const reconcile = () => reconcilePayments(world);
const minutesLeft = ({ oOferta, oProceso }: { oOferta: { dHasta: string }; oProceso: { dServidor: string } }) =>
  Temporal.Instant.from(oProceso.dServidor).until(oOferta.dHasta).total('minutes');

test('a buyer who paid too late is offered equal places side by side for a day, and told which', async () => {
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
  // An answer in the offer's last second still counts.
  const grace = await db`
    select distinct round(extract(epoch from held_until - until))::integer as seconds from place join offer using (purchase_id) where purchase_id = ${id}`;
  expect(grace.map(({ seconds }) => seconds)).toEqual([5]);
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
  expect(await logInAttemptOf(id)).toMatchObject({ state: 'approved' });
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

test('a buyer who wants the money instead gets all of it, and the places are free again', async () => {
  const { id } = await anOffer();
  expect(wordsIn([await decline(id), await decline(id)])).toEqual(['DEVUELTO', 'DEVUELTO']);
  expect(await stageOf(id)).toBe('cancelled');
  expect(await accountsOf(id)).toEqual({});
  expect(gateway.state.refunds).toBe(1);
  await sweepExpired(app.sale);
  expect(await placesOf(id)).toEqual([]);
  expect(await accept(id)).toMatchObject({ nCode: 484, oData: { cEtapa: 'CANCELADO' } });
});

test('a refund that the gateway does not answer is tried again by the worker', async () => {
  const { id, total } = await anOffer();
  gateway.state.refundsFail = true;
  expect(wordsIn([await decline(id)])).toEqual(['TARDIO']);
  expect(await accountsOf(id)).toEqual({ card_clearing: total, owed_to_buyer: -total });
  gateway.state.refundsFail = false;
  await letMinutesPass(db, id, 10);
  await reconcile();
  expect(await logInAttemptOf(id)).toMatchObject({ state: 'reversed' });
  expect(await accountsOf(id)).toEqual({});
});

test.each([
  ['the worker', (): Promise<unknown> => reconcile()],
  ['a look at the result', (id: string): Promise<unknown> => buyer.confirm(id)],
])('after a day without an answer %s gives the money back', async (_, look) => {
  const { id } = await anOffer();
  await sweepExpired(app.sale);
  await reconcile();
  expect(await stageOf(id)).toBe('offered');
  expect((await placesOf(id)).map(({ state }) => state)).toEqual(['held', 'held']);
  await isOver(id);
  await look(id);
  expect(await logInAttemptOf(id)).toMatchObject({ state: 'reversed' });
  expect(await stageOf(id)).toBe('cancelled');
  expect(await accountsOf(id)).toEqual({});
  await sweepExpired(app.sale);
  expect(await placesOf(id)).toEqual([]);
});

test('who accepts when the day is over is refused and gets the money', async () => {
  const { id } = await anOffer();
  await isOver(id);
  expect(await accept(id)).toMatchObject({ nCode: 484, oData: { cEtapa: 'CANCELADO' } });
  expect(wordsIn([await buyer.confirm(id), await decline(id)])).toEqual(['DEVUELTO', 'DEVUELTO']);
  expect(gateway.state.refunds).toBe(1);
});

test('with no equal places left the money goes back at once', async () => {
  const late = await aLatePayment();
  await sellTo('somebody', [...SEATS.filter((seat) => seat % 2 === 1)]);
  expect(wordsIn([await buyer.confirm(late.id)])).toEqual(['DEVUELTO']);
  expect(await stageOf(late.id)).toBe('cancelled');
  expect(await accountsOf(late.id)).toEqual({});
  expect(await db`select from graphile_worker.jobs where task_identifier = 'tell-of-return'`).not.toHaveLength(0);
});

test('places that are free again by the time the money comes are the buyer’s own', async () => {
  const late = await aLatePayment();
  await sellTo('somebody', [5]);
  await db`update place set state = 'free', purchase_id = null where performance_id = ${sale.performanceId} and place_id = 5`;
  expect(wordsIn([await buyer.confirm(late.id)])).toEqual(['APROBADO']);
  expect(await holdOf(late.id)).toEqual({ placeIds: [4, 5], state: 'sold' });
});

test('places for a performance that was cancelled are not taken any more: the money goes back', async () => {
  const { id } = await anOffer();
  await db`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  expect(await accept(id)).toMatchObject({ nCode: 484, oData: { cEtapa: 'CANCELADO' } });
  expect(await logInAttemptOf(id)).toMatchObject({ state: 'reversed' });
  await db`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
});

test('an offer that was accepted does not lapse', async () => {
  const { id } = await anOffer();
  await accept(id);
  await isOver(id);
  await lapseOffer(world, { purchaseId: id });
  expect(await stageOf(id)).toBe('paid');
  expect(await logInAttemptOf(id)).toMatchObject({ state: 'approved' });
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
  expect(wordsIn([{ nCode: 200, oData: (await anOffer({ placeIds: [24, 25] })).told }])).toEqual(['DEVUELTO']);
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

test('a purchase with an offer is neither changed, nor cancelled, nor paid again, and its places stay its own', async () => {
  const { id, total } = await anOffer();
  expect(await buyer.pay({ id, total })).toMatchObject({ nCode: 475, oData: { cEtapa: 'OFRECIDO' } });
  expect(await buyer.post(id, 'EntregaTipo/Seleccionar', { idEntregaTipo: 2 })).toMatchObject({ nCode: 475 });
  expect(await buyer.post(id, 'invalidar', {})).toMatchObject({ nCode: 475, oData: { cEtapa: 'OFRECIDO' } });
  expect(await buyer.post(id, 'Posiciones/SoltarFuncion', { idFuncion: sale.performanceId })).toMatchObject({ nCode: 475 });
  const others = await buyer.post('0', 'Posiciones/Tomar', { idFuncion: sale.performanceId, aPosicion: (await holdOf(id)).placeIds });
  expect(others).toMatchObject({ nCode: 470 });
  expect(await stageOf(id)).toBe('offered');
});
