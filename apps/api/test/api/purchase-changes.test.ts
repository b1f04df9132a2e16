import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelPurchase } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { callsOf, customersApp, loggedIn } from '../factories/customers.ts';
import { haveSales } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const performances = await haveSales(db, [
  { startsAt: inDays(7) },
  { startsAt: inDays(8), state: 'announced' },
  { startsAt: inDays(9), state: 'sold_out' },
  { startsAt: inDays(10), state: 'cancelled' },
  { startsAt: Temporal.Now.instant().subtract({ minutes: 1 }) },
]);
const [{ performanceId: onSale }, ...notOnSale] = performances;
const ana = await loggedIn(app);
const luis = await loggedIn(app);
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(async () => {
  for (const { id } of await db<{ id: string }[]>`select id from purchase where stage = 'open'`) await cancelPurchase(app.sale, id);
});

let clicks = 0;
const post = async (call: string, body: object, { token } = ana) => {
  const answer = await callsOf(app).send('POST', `/v2/Proceso/${call}`, body, token, `click-number-${++clicks}`);
  expect(answer.status).toBe(200);
  return answer;
};
const places = (...aPosicion: unknown[]) => ({ idFuncion: onSale, aPosicion });
const upTo = (count: number) => Array.from({ length: count }, (_, place) => place);
const started = async (...placeIds: number[]): Promise<string> =>
  (await post('0/Posiciones/Tomar', places(...placeIds))).oData.oProceso.idProcesoDeCompra;
const heldBy = async (id: string) =>
  (await db<{ placeId: number }[]>`select place_id as "placeId" from place where purchase_id = ${id} order by 1`).map(
    ({ placeId }) => placeId,
  );
/** What the purchase says it has is what it has. */
const expectWhole = async (id: string, expected: readonly number[]) => {
  expect(await heldBy(id)).toEqual(expected);
  const holds = await db<{ placeIds: number[] }[]>`select place_ids as "placeIds" from hold where purchase_id = ${id}`;
  expect(holds.flatMap(({ placeIds }) => placeIds).sort((a, b) => a - b)).toEqual(expected);
};

describe('places that are named wrongly', () => {
  test.each([
    ['no place', []],
    ['41 places', upTo(41)],
    ['a negative place', [2, -1]],
    ['the same place twice', [2, 2]],
    ['a place that the hall does not have', [2, 40]],
    ['text', ['2']],
  ])('%s more is refused by the name of the field, and the purchase stays as it is (CA-050)', async (_, wrong) => {
    const id = await started(1);
    const answer = await post(`${id}/Posiciones/Tomar`, places(...wrong));
    expect(answer).toMatchObject({ nCode: 400, cError: 'invalid_input' });
    expect(answer.oData.listaCampo[0].cCampo).toMatch(/^aPosicion/);
    await expectWhole(id, [1]);
  });

  test.each([
    ['41 places', upTo(41)],
    ['a negative place', [1, -1]],
    ['the same place twice', [1, 1]],
    ['a place that the hall does not have', [1, 40]],
  ])('a purchase is not set to %s (CA-049)', async (_, wrong) => {
    const id = await started(1, 2);
    const answer = await post(`${id}/Posiciones`, places(...wrong));
    expect(answer).toMatchObject({ nCode: 400, cError: 'invalid_input' });
    expect(answer.oData.listaCampo[0].cCampo).toMatch(/^aPosicion/);
    await expectWhole(id, [1, 2]);
  });

  test('a purchase is not set to more than its limit, which is told', async () => {
    const id = await started(1, 2);
    expect(await post(`${id}/Posiciones`, places(...upTo(11)))).toMatchObject({ cError: 'too_many_places', oData: { nMaximo: 10 } });
    await expectWhole(id, [1, 2]);
  });

  test('neither places nor quantities is nothing that could be added', async () => {
    const id = await started(1);
    expect(await post(`${id}/Posiciones/Tomar`, { idFuncion: onSale })).toMatchObject({
      cError: 'invalid_input',
      oData: { listaCampo: [{ cCampo: 'aPosicion' }] },
    });
  });
});

/** Every call that changes the places of a purchase. */
const changes: readonly [call: string, body: object][] = [
  ['Posiciones/Tomar', places(5)],
  ['Posiciones', places(1)],
  ['Posiciones', places()],
  ['Posiciones/SoltarGrupo', { idFuncion: onSale }],
  ['Posiciones/SoltarFuncion', { idFuncion: onSale }],
];

describe('a purchase', () => {
  test.each(changes)('that is over is not changed by %s', async (call, body) => {
    const id = await started(1, 2);
    await letMinutesPass(db, id, 12.05);
    expect(await post(`${id}/${call}`, body)).toMatchObject({ cError: 'purchase_over', oData: { cEtapa: 'VENCIDO' } });
    await cancelPurchase(app.sale, id);
    expect(await post(`${id}/${call}`, body)).toMatchObject({ cError: 'purchase_over', oData: { cEtapa: 'CANCELADO' } });
    await expectWhole(id, []);
  });

  test.each(changes)('of another customer is not found by %s', async (call, body) => {
    const id = await started(1, 2);
    expect(await post(`${id}/${call}`, body, luis)).toMatchObject({ nCode: 404, cError: 'not_found' });
    expect(await post(`nobodys-purchase-at-al/${call}`, body, luis)).toMatchObject({ nCode: 404, cError: 'not_found' });
    await expectWhole(id, [1, 2]);
  });
});

describe('two tabs', () => {
  test('that claim on one purchase at the same moment both get their places, in one purchase (CA-050)', async () => {
    const id = await started(1);
    const tabs = await Promise.all([
      post(`${id}/Posiciones/Tomar`, places(2, 3)),
      post(`${id}/Posiciones/Tomar`, places(4, 5)),
      post(`${id}/Posiciones/Tomar`, { idFuncion: onSale, listaSector: [{ nCantidad: 2 }] }),
    ]);
    expect(tabs.map(({ nCode }) => nCode)).toEqual([200, 200, 200]);
    const added = tabs.flatMap(({ oData }) => oData.aPosicion as number[]);
    expect(added).toHaveLength(6);
    await expectWhole(
      id,
      [1, ...added].sort((a, b) => a - b),
    );
  });

  test('that want the same place have it once', async () => {
    const id = await started(1);
    const tabs = await Promise.all([post(`${id}/Posiciones/Tomar`, places(2)), post(`${id}/Posiciones/Tomar`, places(2))]);
    expect(tabs.map(({ nCode }) => nCode)).toEqual([200, 200]);
    expect(tabs.flatMap(({ oData }) => oData.aPosicion)).toEqual([2]);
    await expectWhole(id, [1, 2]);
  });

  test('do not get past the limit together', async () => {
    const id = await started(0, 1, 2, 3);
    const tabs = await Promise.all([
      post(`${id}/Posiciones/Tomar`, places(10, 11, 12, 13)),
      post(`${id}/Posiciones/Tomar`, places(20, 21, 22, 23)),
    ]);
    expect(tabs.map(({ nCode }) => nCode).sort()).toEqual([200, 472]);
    expect(await heldBy(id)).toHaveLength(8);
  });

  test('one that adds while the other sets exactly: what is shown last is what is held', async () => {
    const id = await started(1);
    const tabs = await Promise.all([post(`${id}/Posiciones/Tomar`, places(2)), post(`${id}/Posiciones`, places(1, 3))]);
    expect(tabs.map(({ nCode }) => nCode)).toEqual([200, 200]);
    const { oData } = await callsOf(app).send('GET', `/v2/Proceso/${id}`, undefined, ana.token);
    const shown = oData.listaFuncion[0].listaPosicion.map(({ idPosicion }: { idPosicion: number }) => idPosicion);
    await expectWhole(
      id,
      shown.sort((a: number, b: number) => a - b),
    );
    expect([
      [1, 3],
      [1, 2, 3],
    ]).toContainEqual(await heldBy(id));
  });
});

describe('a performance', () => {
  test.each([
    ['announced only', notOnSale[0].performanceId],
    ['said to be sold out', notOnSale[1].performanceId],
    ['cancelled', notOnSale[2].performanceId],
    ['under way', notOnSale[3].performanceId],
  ])('that is %s is not on sale, and nothing of it is held', async (_, idFuncion) => {
    const id = await started(1);
    for (const [call, body] of [
      ['0/Posiciones/Tomar', { idFuncion, aPosicion: [1] }],
      ['0/Posiciones/TomarGrupo', { idFuncion, listaSector: [{ nCantidad: 1 }] }],
      [`${id}/Posiciones/Tomar`, { idFuncion, aPosicion: [1] }],
      [`${id}/Posiciones`, { idFuncion, aPosicion: [1] }],
    ] as const)
      expect(await post(call, body)).toMatchObject({ nCode: 474, cError: 'not_on_sale' });
    expect(await db`select from place where performance_id = ${idFuncion} and state <> 'free'`).toEqual([]);
    expect(await db`select from hold where performance_id = ${idFuncion}`).toEqual([]);
  });
});
