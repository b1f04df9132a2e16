import { afterAll, expect, test } from 'vitest';
import type { Db } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { customersApp } from '../factories/customers.ts';
import { havePurchase, TICKET_TOTAL } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{}, { startsAt: inDays(8) }, { startsAt: inDays(9) }]);
const { buyer, gateway, purchase: aPurchase, stranger, sale, sales, close: closeCheckout } = checkout;
afterAll(async () => {
  await closeCheckout();
  await close();
});

const orderOf = async (id: string, by = buyer) => by.get(`/v2/Operacion/${id}`);

async function aPaidPurchase(given?: Parameters<typeof aPurchase>[0]) {
  const purchase = await aPurchase(given);
  await buyer.pay(purchase);
  return purchase;
}

test('an order has a ticket for each place, with its sector, its seat and a number (EN-114, EN-115, EN-117)', async () => {
  const { id, placeIds } = await aPaidPurchase({ seats: 3 });
  const { nCode, oData } = await orderOf(id);
  expect(nCode).toBe(200);
  expect(oData.listaEntrada).toMatchObject(
    placeIds.map((placeId) => ({
      idFuncion: sale.performanceId,
      cSectorNombre: 'Platea',
      cFila: String(Math.floor(placeId / 10) + 1),
      cAsiento: String((placeId % 10) + 1),
      cTarifaNombre: 'General',
      fPrecioFinal: 11_500,
      cEstado: 'VALIDA',
    })),
  );
  const numbers = oData.listaEntrada.map(({ cNumero }: { cNumero: string }) => cNumero);
  const codes = oData.listaEntrada.map(({ cCodigo }: { cCodigo: string }) => cCodigo);
  expect(new Set(numbers).size).toBe(3);
  expect(new Set(codes).size).toBe(3);
});

test('an order has its operation’s id, its state and the last four of its card (EN-112, EN-113, EN-130)', async () => {
  const { id } = await aPaidPurchase();
  const { oData } = await orderOf(id);
  expect(oData).toMatchObject({
    idOperacion: id,
    cEstado: 'PAGADA',
    cUltimosCuatro: '4905',
    cMarca: 'visa',
    nCuotas: 3,
    cTitular: 'Julia Paredes',
    oEntrega: { cTipo: 'ETICKET' },
    listaFuncion: [{ idFuncion: sale.performanceId, cDomicilio: 'Corrientes 1234, Buenos Aires' }],
  });
});

test('what an order costs is told for tickets, anti-fraud QR and service charge (EN-124, EN-126, EN-127)', async () => {
  const { id } = await aPaidPurchase();
  const { oTotal } = (await orderOf(id)).oData;
  expect(oTotal).toMatchObject({ fTotalEntradas: 20_000, fTotalQrAntifraude: 1000, fTotalCargoPorServicio: 2000, fTotal: 23_000 });
});

test('a delivery that costs something is a total of its own (EN-125)', async () => {
  await db`
    insert into delivery_type (id, kind, name, price, tax_class_id, position)
    select 7, 'eticket', 'Con custodia', 121000, id, 7 from tax_class where code = 'iva-21'`;
  const purchase = await aPurchase({ deliveryTypeId: 7 });
  await buyer.pay({ ...purchase, total: purchase.total + 121_000 });
  const { oData } = await orderOf(purchase.id);
  expect(oData).toMatchObject({ oTotal: { fTotalEntrega: 1210, fTotal: 24_210 }, fPagado: 24_210, oEntrega: { cNombre: 'Con custodia' } });
  await db`update delivery_type set active = false where id = 7`;
});

test('an order says what is still to come in, and what came in (EN-128, EN-129)', async () => {
  const paid = await aPaidPurchase();
  expect((await orderOf(paid.id)).oData).toMatchObject({ fPendiente: 0, fPagado: 23_000 });
  const pending = await aPurchase();
  gateway.state.next.push('down');
  await buyer.pay(pending);
  expect((await orderOf(pending.id)).oData).toMatchObject({
    cEstado: 'PENDIENTE',
    fPendiente: 23_000,
    fPagado: 0,
    listaEntrada: [],
    listaFuncion: [{ idFuncion: sale.performanceId }],
  });
});

test('an order is its buyer’s alone, and what is not paid for is none', async () => {
  const { id } = await aPaidPurchase();
  const other = await stranger();
  expect(await orderOf(id, other)).toMatchObject({ nCode: 404, cError: 'not_found' });
  expect(await other.get(`/v2/Operacion/${id}/Entradas/a4`)).toMatchObject({ nCode: 404 });
  const open = await aPurchase();
  expect(await orderOf(open.id)).toMatchObject({ nCode: 404 });
});

test('codes are in the order alone: neither in lists, nor of tickets that were taken back', async () => {
  const { id } = await aPaidPurchase();
  await db`update ticket set state = 'void' where purchase_id = ${id} and id = (select min(id) from ticket where purchase_id = ${id})`;
  const { oData } = await buyer.get('/v2/Historial2');
  const listed = oData.Lista.find(({ idOperacion }: { idOperacion: string }) => idOperacion === id);
  expect(listed.listaEntrada).toHaveLength(2);
  expect(JSON.stringify(oData)).not.toContain('cCodigo');
  const states = (await orderOf(id)).oData.listaEntrada.map(({ cEstado, cCodigo }: Record<string, string>) => [
    cEstado,
    cCodigo !== undefined,
  ]);
  expect(states.sort()).toEqual([
    ['ANULADA', false],
    ['VALIDA', true],
  ]);
});

test('tickets to be fetched at the box office have no code and no document', async () => {
  const { id } = await aPaidPurchase({ deliveryTypeId: 2 });
  const { oData } = await orderOf(id);
  expect(oData).toMatchObject({ oEntrega: { cTipo: 'BOLETERIA' }, listaEntrada: [{ cEstado: 'VALIDA' }, { cEstado: 'VALIDA' }] });
  expect(JSON.stringify(oData)).not.toContain('cCodigo');
  expect(await buyer.get(`/v2/Operacion/${id}/Entradas/a4`)).toMatchObject({ nCode: 491, cError: 'tickets_at_box_office' });
});

test('what a counter sold bears the name that the buyer gave, and never the clerk’s', async () => {
  const { id } = await aPaidPurchase();
  await db`update purchase set channel = 'box_office', holder = 'Rosa Vidal' where id = ${id}`;
  expect((await orderOf(id)).oData.cTitular).toBe('Rosa Vidal');
  await db`update purchase set holder = null where id = ${id}`;
  expect((await orderOf(id)).oData).not.toHaveProperty('cTitular');
});

/** A database that counts what is asked of it. */
function counting(real: Db) {
  const asked = new Set<object>();
  const counted = new Proxy(real, {
    apply(target, self, given) {
      const query = Reflect.apply(target as never, self, given) as { handle?: () => unknown };
      const handle = query.handle?.bind(query);
      if (handle) query.handle = () => asked.add(query) && handle();
      return query;
    },
  });
  return { counted, asked };
}

test('the list of orders takes the same number of statements, however many there are', async () => {
  const { counted, asked } = counting(db);
  const other = await stranger();
  let next = 0;
  const statementsFor = async (orders: number) => {
    for (let count = 0; count < orders; count++) {
      const of = sales[count % sales.length] ?? sale;
      const id = await havePurchase(db, { sale: of, customerId: other.customerId, placeIds: [39 - next++] });
      await other.pay({ id, total: TICKET_TOTAL });
    }
    // The cards of performances are read anew.
    const watched = await customersApp(counted);
    asked.clear();
    const { oData } = await other.get('/v2/Historial2', watched);
    const statements = asked.size;
    await watched.close();
    for (const { listaFuncion, listaEntrada } of oData.Lista)
      expect(listaFuncion.map(({ idFuncion }: { idFuncion: number }) => idFuncion)).toEqual([listaEntrada[0].idFuncion]);
    return { orders: oData.Lista.length, statements };
  };
  const one = await statementsFor(1);
  const six = await statementsFor(5);
  expect([one.orders, six.orders]).toEqual([1, 6]);
  expect(one.statements).toBeGreaterThan(3);
  expect(six.statements).toBeLessThanOrEqual(one.statements);
});

const fileOf = (id: string, format: string) => buyer.file(`/v2/Operacion/${id}/Entradas/${format}`);

test.each(['a4', '80mm'])('the tickets can be had as a PDF on %s, under a name that says which', async (format) => {
  const { id } = await aPaidPurchase();
  const { statusCode, headers, rawPayload } = await fileOf(id, format);
  expect(statusCode).toBe(200);
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  expect(headers['content-disposition']).toMatch(/^attachment; filename="entradas-hamlet-\d{4}-\d{2}-\d{2}\.pdf"$/);
});

test('there is no PDF of what is not paid, of what was taken back, or in another format', async () => {
  const open = await aPurchase();
  expect((await fileOf(open.id, 'a4')).json()).toMatchObject({ nCode: 490, cError: 'no_valid_tickets' });
  const back = await aPaidPurchase();
  await db`update ticket set state = 'void' where purchase_id = ${back.id}`;
  const refused = await fileOf(back.id, 'a4');
  expect(refused.json()).toMatchObject({ nCode: 490 });
  expect(refused.headers).toMatchObject({ 'content-type': expect.stringContaining('application/json'), 'cache-control': 'no-store' });
  expect((await fileOf(back.id, 'a5')).json()).toMatchObject({
    nCode: 400,
    oData: { listaCampo: [{ cCampo: 'cFormato', cMotivo: 'invalid' }] },
  });
});
