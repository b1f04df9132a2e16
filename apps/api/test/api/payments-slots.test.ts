import { afterAll, beforeEach, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { callsOf, customersApp } from '../factories/customers.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { app, card, gateway, sale, stranger, close: closeCheckout } = await aCheckout(db, undefined, [{ rows: 20 }]);
/** A second process, with batches and a snapshot of its own. */
const other = await customersApp(db, { payments: { card } });
afterAll(async () => {
  await other.close();
  await closeCheckout();
  await close();
});

type Buyer = Awaited<ReturnType<typeof stranger>>;
let buyer: Buyer;
let place = 0;
beforeEach(async () => {
  buyer = await stranger();
});

/** A purchase of one more place, started as a buyer does. */
async function take(at = app) {
  const body = { idFuncion: sale.performanceId, aPosicion: [place++] };
  const { nCode, cError, oData } = await callsOf(at).send(
    'POST',
    '/v2/Proceso/0/Posiciones/Tomar',
    body,
    buyer.token,
    `key-of-click-${place}`,
  );
  return { told: cError ?? nCode, id: (oData?.oProceso?.idProcesoDeCompra ?? '') as string };
}

/** A purchase whose charge the gateway never got, which is not known yet. */
async function takeAndPay() {
  const { id } = await take();
  await buyer.post(id, 'EntregaTipo/Seleccionar', { idEntregaTipo: 1 });
  gateway.state.next.push('never-arrived');
  expect((await buyer.pay({ id, total: TICKET_TOTAL })).oData.cResultado).toBe('DEMORADO');
  return id;
}

/** Purchases that can be added to, paid, or that are being paid and may be opened again. */
const running = async () =>
  (
    await db<{ id: string }[]>`
      select id from purchase where customer_id = ${buyer.customerId}
         and ((stage = 'open' and deadline > clock_timestamp())
           or (stage = 'paying' and greatest(deadline, started_at + interval '20 minutes') > clock_timestamp()))`
  ).map(({ id }) => id);
const stageOf = async (id: string) => (await db<{ stage: string }[]>`select stage from purchase where id = ${id}`)[0]?.stage;
const askTheGateway = () => reconcilePayments({ ...app.sale, gateway: card });

test('a payment that is still being looked into counts among its customer’s purchases for as long as a decline can open it again', async () => {
  const paying = await takeAndPay();
  await letMinutesPass(db, paying, 13);
  await sweepExpired(app.sale);
  const told = [];
  for (let another = 0; another < 3; another++) told.push((await take()).told);
  expect(told).toEqual([200, 200, 'too_many_purchases']);

  await askTheGateway();
  expect(await stageOf(paying)).toBe('open');
  expect(await running()).toHaveLength(3);
  expect((await take()).told).toBe('too_many_purchases');
  // It was opened again to be paid.
  expect((await buyer.pay({ id: paying, total: TICKET_TOTAL })).oData.cResultado).toBe('APROBADO');
  expect((await take()).told).toBe(200);
});

test('twenty minutes after its first claim it counts no more, and a decline opens nothing that could be paid', async () => {
  const paying = await takeAndPay();
  await letMinutesPass(db, paying, 20.2);
  await sweepExpired(app.sale);
  const told = [];
  for (let another = 0; another < 3; another++) told.push((await take()).told);
  expect(told).toEqual([200, 200, 200]);

  await askTheGateway();
  expect(await running()).toHaveLength(3);
  expect(await buyer.pay({ id: paying, total: TICKET_TOTAL })).toMatchObject({ cError: 'purchase_over' });
  await sweepExpired(app.sale);
  expect(await stageOf(paying)).toBe('expired');
});

test('a purchase that is opened again still knows the clicks from before its payment', async () => {
  const { id } = await take();
  const later = () =>
    callsOf(app).send(
      'POST',
      `/v2/Proceso/${id}/Posiciones/Tomar`,
      { idFuncion: sale.performanceId, aPosicion: [199] },
      buyer.token,
      'a-later-click',
    );
  const first = await later();
  await buyer.post(id, 'EntregaTipo/Seleccionar', { idEntregaTipo: 1 });
  gateway.state.next.push('decline');
  expect((await buyer.pay({ id, total: 2 * TICKET_TOTAL })).oData.cResultado).toBe('RECHAZADO');
  const again = await later();
  expect([first, again].map(({ nCode, oData }) => [nCode, oData.aPosicion])).toEqual([
    [200, [199]],
    [200, [199]],
  ]);
});

test.each([13, 19.99])(
  'after %d minutes declines, sweeps and new purchases at once, on two processes, never make it more than three',
  async (minutes) => {
    const paying = [await takeAndPay(), await takeAndPay(), await takeAndPay()];
    for (const id of paying) await letMinutesPass(db, id, minutes);
    const most: number[] = [];
    for (let round = 0; round < 4; round++) {
      await Promise.all([
        take(app),
        sweepExpired(app.sale),
        askTheGateway(),
        take(other),
        sweepExpired(other.sale),
        take(app),
        take(other),
        running().then((now) => most.push(now.length)),
      ]);
      most.push((await running()).length);
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(3);
  },
);
