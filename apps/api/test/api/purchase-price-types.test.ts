import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelPurchase } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { aLevel, inDays } from '../factories/catalogue.ts';
import { callsOf, customersApp, loggedIn } from '../factories/customers.ts';
import { haveSales } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const levels = [
  aLevel({
    types: [
      { name: 'General', faceValue: 1_000_000, taxClass: 'exempt' },
      { name: 'Jubilados', faceValue: 500_000, taxClass: 'exempt' },
    ],
  }),
];
const [friday, saturday] = await haveSales(db, [
  { startsAt: inDays(7), levels },
  { startsAt: inDays(8), levels },
]);
const { token } = await loggedIn(app);
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(async () => {
  for (const { id } of await db<{ id: string }[]>`select id from purchase where stage = 'open'`) await cancelPurchase(app.sale, id);
});

const typesOf = async ({ performanceId }: { performanceId: number }) =>
  Object.fromEntries(
    (
      await db<{ name: string; id: number }[]>`
        select price_type.name, price_type.id from price_type join price_level on price_level.id = price_type.price_level_id
         where performance_id = ${performanceId}`
    ).map(({ name, id }) => [name, id]),
  ) as { General: number; Jubilados: number };
const { General, Jubilados } = await typesOf(friday);

const send = (call: string, aPosicion: number[], aTarifa?: number[]) =>
  callsOf(app).send('POST', `/v2/Proceso/${call}`, { idFuncion: friday.performanceId, aPosicion, ...(aTarifa ? { aTarifa } : {}) }, token);
const take = (aPosicion: number[], aTarifa?: number[]) => send('0/Posiciones/Tomar', aPosicion, aTarifa);
/** What each place is and costs. */
const pricesIn = ({ oProceso }: { oProceso: { listaFuncion: { listaPosicion: Record<string, unknown>[] }[] } }) =>
  oProceso.listaFuncion.flatMap(({ listaPosicion }) =>
    listaPosicion.map(({ idPosicion, cTarifaNombre, fPrecioFinal }) => `${idPosicion} ${cTarifaNombre} ${fPrecioFinal}`),
  );

describe('the price type of a place', () => {
  test('is chosen place by place, and each costs what its own costs (CA-043)', async () => {
    const { oData } = await take([1, 2, 3], [General, Jubilados, General]);
    expect(pricesIn(oData)).toEqual(['1 General 11500', '2 Jubilados 6000', '3 General 11500']);
    expect(oData.oProceso.oTotal).toMatchObject({ fTotalEntradas: 25_000, fTotal: 29_000 });
  });

  test('is the first of its level when none is named', async () => {
    expect(pricesIn((await take([1])).oData)).toEqual(['1 General 11500']);
  });

  test('can be changed while the purchase is open, and the total follows (CA-049)', async () => {
    const { oData } = await take([1, 2], [General, General]);
    const id = oData.oProceso.idProcesoDeCompra;
    const changed = await send(`${id}/Posiciones`, [1, 2], [Jubilados, General]);
    expect(pricesIn(changed.oData)).toEqual(['1 Jubilados 6000', '2 General 11500']);
    expect(changed.oData.aPosicion).toEqual([]);
    expect(changed.oData.oProceso.oTotal).toMatchObject({ fTotalEntradas: 15_000, fTotal: 17_500 });
    const more = await send(`${id}/Posiciones/Tomar`, [3], [Jubilados]);
    expect(pricesIn(more.oData)).toEqual(['1 Jubilados 6000', '2 General 11500', '3 Jubilados 6000']);
  });

  test.each([
    ['one that does not exist', [General, 999_999]],
    ['too few of them', [General]],
    ['too many of them', [General, General, General]],
    ['a negative one', [General, -1]],
    ['text', [General, 'General']],
  ])('%s is refused by name, wherever places are named, and nothing changes', async (_, wrong) => {
    const { oData } = await take([1], [Jubilados]);
    const id = oData.oProceso.idProcesoDeCompra;
    for (const call of ['0/Posiciones/Tomar', `${id}/Posiciones/Tomar`, `${id}/Posiciones`]) {
      const answer = await send(call, [1, 2], wrong as number[]);
      expect(answer).toMatchObject({ nCode: 400, cError: 'invalid_input' });
      expect(answer.oData.listaCampo[0].cCampo).toMatch(/^aTarifa/);
    }
    const now = await callsOf(app).send('GET', `/v2/Proceso/${id}`, undefined, token);
    expect(pricesIn({ oProceso: now.oData })).toEqual(['1 Jubilados 6000']);
  });

  test('of another performance is refused, though it has the same name there', async () => {
    const there = await typesOf(saturday);
    expect(await take([1], [there.Jubilados])).toMatchObject({ cError: 'invalid_input', oData: { listaCampo: [{ cCampo: 'aTarifa' }] } });
  });
});
