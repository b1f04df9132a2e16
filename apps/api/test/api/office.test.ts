import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { callsOf, customersApp, loggedIn } from '../factories/customers.ts';
import { letMinutesPass } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db, undefined, [
  { rows: 100 },
  { startsAt: inDays(-3) },
  { startsAt: inDays(-31) },
  { startsAt: inDays(9) },
]);
const { sale, buyer } = checkout;
const app = await customersApp(db, { answersFreshMs: 0 });
afterAll(async () => {
  await app.close();
  await checkout.close();
  await database.close();
});

async function withRole(role: string) {
  const { token, email } = await loggedIn(app);
  await db`update customer set role = ${role} where email = ${email}`;
  return token;
}
const organiser = await withRole('organiser');
const list = async (token?: string) => callsOf(app).send('GET', '/v2/Oficina/Funciones', undefined, token);
const performance = async (id = sale.performanceId) =>
  (await list(organiser)).oData.Lista.find(({ idFuncion }: { idFuncion: number }) => idFuncion === id);
const counts = async () => {
  const { nTomadas, nVendidas, nVendidasUltimaHora, fEntradas, fCargoPorServicio } = await performance();
  return { nTomadas, nVendidas, nVendidasUltimaHora, fEntradas, fCargoPorServicio };
};
const nothing = { nTomadas: 0, nVendidas: 0, nVendidasUltimaHora: 0, fEntradas: 0, fCargoPorServicio: 0 };

/** The money of a purchase's tickets goes back, and with it the right to enter. */
const refund = (purchaseId: string) =>
  db.begin(async (tx) => {
    const id = 'r'.repeat(22);
    await tx`update ticket set state = 'void' where purchase_id = ${purchaseId}`;
    await tx`insert into ledger_transaction (purchase_id, id, reference, kind)
             select purchase_id, ${id}, reference, 'late_return' from ledger_transaction where purchase_id = ${purchaseId}`;
    await tx`insert into ledger_entry (purchase_id, transaction_id, position, account, performance_id, amount, currency)
             select purchase_id, ${id}, position, account, performance_id, -amount, currency from ledger_entry where purchase_id = ${purchaseId}`;
  });

test('only the organiser sees the office: a customer and the box office are refused, a stranger has no session', async () => {
  expect(await list()).toMatchObject({ status: 401 });
  for (const role of ['customer', 'box-office']) {
    expect(await list(await withRole(role))).toMatchObject({ status: 200, nCode: 403, cError: 'not_for_you', oData: {} });
  }
  expect(await list(organiser)).toMatchObject({ status: 200, nCode: 200 });
});

test('the office lists what is to come and what was in the last 30 days, in order of time', async () => {
  const { Lista } = (await list(organiser)).oData;
  expect(Lista.map(({ cEstado, nPosiciones }: { cEstado: string; nPosiciones: number }) => [cEstado, nPosiciones])).toEqual([
    ['FINALIZADA', 40],
    ['EN_VENTA', 1000],
    ['EN_VENTA', 40],
  ]);
  expect(Lista[1]).toMatchObject({
    cEspectaculoCartelNombre: 'Hamlet',
    cEstablecimientoNombre: 'Teatro',
    cZonaHoraria: 'America/Argentina/Buenos_Aires',
    dFuncion: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

test('places without a price are not for sale and not counted', async () => {
  await db`update price_level set category = 'another' where performance_id = ${sale.performanceId}`;
  expect(await performance()).toMatchObject({ nPosiciones: 0 });
  await db`update price_level set category = 'platea' where performance_id = ${sale.performanceId}`;
  expect(await performance()).toMatchObject({ nPosiciones: 1000 });
});

test('a hold counts at once, and no longer once it has lapsed, swept or not', async () => {
  expect(await counts()).toEqual(nothing);
  const { id } = await checkout.purchase({ seats: 3 });
  expect(await counts()).toEqual({ ...nothing, nTomadas: 3 });
  await letMinutesPass(db, id, 11);
  expect(await counts()).toEqual({ ...nothing, nTomadas: 3 });
  await letMinutesPass(db, id, 1);
  expect(await counts()).toEqual(nothing);
});

test('a sale is counted with its money right after it, and a refund takes both away again', async () => {
  const purchase = await checkout.purchase({ seats: 2 });
  expect(await buyer.pay(purchase)).toMatchObject({ nCode: 200 });
  const sold = { nTomadas: 0, nVendidas: 2, nVendidasUltimaHora: 2, fEntradas: 20_000, fCargoPorServicio: 2000 };
  expect(await counts()).toEqual(sold);
  const trend = (await performance()).aVendidasUltimaHora;
  expect(trend).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);

  const another = await checkout.purchase({ seats: 1 });
  await buyer.pay(another);
  await db`update ticket set issued_at = clock_timestamp() - interval '47 minutes' where purchase_id = ${another.id}`;
  expect(await counts()).toMatchObject({ nVendidas: 3, nVendidasUltimaHora: 3 });
  expect((await performance()).aVendidasUltimaHora).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  await db`update ticket set issued_at = clock_timestamp() - interval '61 minutes' where purchase_id = ${another.id}`;
  expect(await counts()).toMatchObject({ nVendidas: 3, nVendidasUltimaHora: 2 });

  await refund(another.id);
  expect(await counts()).toEqual(sold);
});

test('a declined card sells nothing', async () => {
  const before = await counts();
  checkout.gateway.state.next.push('decline');
  await buyer.pay(await checkout.purchase({ seats: 1 }));
  expect(await counts()).toMatchObject({ nVendidas: before.nVendidas, fEntradas: before.fEntradas });
});

test('the totals are the sum of the performances', async () => {
  const { Lista, oTotal } = (await list(organiser)).oData;
  for (const name of ['nPosiciones', 'nTomadas', 'nVendidas', 'nVendidasUltimaHora', 'fEntradas', 'fCargoPorServicio']) {
    expect(oTotal[name]).toBe(Lista.reduce((sum: number, each: Record<string, number>) => sum + (each[name] ?? 0), 0));
  }
  expect(oTotal.nVendidas).toBeGreaterThan(0);
});

test('the answer is made once for all who may have it, is small, and no cache on the way keeps it', async () => {
  const many = await customersApp(db);
  const ask = (token: string) =>
    many.inject({ url: '/v2/Oficina/Funciones', headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' } });
  const [first, second] = [await ask(organiser), await ask(organiser)];
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'content-encoding': 'br', 'x-content-type-options': 'nosniff' });
  expect((await ask(await withRole('customer'))).json()).toMatchObject({ nCode: 403 });
  expect((await ask('nobody')).statusCode).toBe(401);
  await many.close();
});

test('a payment about which the gateway differs, and one that stays unknown for long, stand in the office with their reference', async () => {
  const doubts = async () => (await list(organiser)).oData.listaCobroEnDuda;
  expect(await doubts()).toEqual([]);
  const other = await checkout.purchase({ seats: 1 });
  checkout.gateway.state.next.push('wrong-amount');
  expect(await buyer.pay(other)).toMatchObject({ oData: { cResultado: 'DEMORADO' } });
  const silent = await checkout.purchase({ seats: 1, startedMinutesAgo: 0.5 });
  checkout.gateway.state.next.push('down');
  await buyer.pay(silent);
  const referenceOf = async (id: string) => (await db`select reference from attempt where purchase_id = ${id}`)[0]?.reference;
  const differs = { cReferencia: await referenceOf(other.id), fTotal: 11_500, lDifiere: 'S' };
  expect(await doubts()).toMatchObject([differs]);
  await letMinutesPass(db, silent.id, 30);
  expect(await doubts()).toMatchObject([{ cReferencia: await referenceOf(silent.id), lDifiere: 'N' }, differs]);
});
