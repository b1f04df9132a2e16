import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelPurchase, sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { type Answer, callsOf, customersApp, haveBuyers, loggedIn } from '../factories/customers.ts';
import { haveSale, type Sale } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const { send } = callsOf(app);
const sale: Sale = await haveSale(db);
const ana = await loggedIn(app);
const luis = await loggedIn(app);
const { performanceId } = sale;

afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(async () => {
  for (const { id } of await db<{ id: string }[]>`select id from purchase where stage = 'open'`) await cancelPurchase(app.sale, id);
});

let clicks = 0;
const click = () => `click-${String(++clicks).padStart(4, '0')}`;

/** A call as the storefront makes it, with the click's key; whatever becomes of it, it is answered. */
async function post(path: string, body: object, { token }: { token: string }, key = click()): Promise<Answer> {
  const answer = await send('POST', path, body, token, key);
  expect(answer.status).toBe(200);
  return answer;
}
const take = (who: { token: string }, places: number[], key?: string) =>
  post('/v2/Proceso/0/Posiciones/Tomar', { idFuncion: performanceId, aPosicion: places }, who, key);
const takeMore = (who: { token: string }, purchase: string, places: number[], key?: string) =>
  post(`/v2/Proceso/${purchase}/Posiciones/Tomar`, { idFuncion: performanceId, aPosicion: places }, who, key);
const setExactly = (who: { token: string }, purchase: string, places: number[]) =>
  post(`/v2/Proceso/${purchase}/Posiciones`, { idFuncion: performanceId, aPosicion: places }, who);
const placesOf = ({ oData }: Answer): number[] =>
  (oData.oProceso ?? oData).listaFuncion.flatMap(({ listaPosicion }: { listaPosicion: { idPosicion: number }[] }) =>
    listaPosicion.map(({ idPosicion }) => idPosicion),
  );
const held = async () =>
  (await db<{ placeId: number }[]>`select place_id as "placeId" from place where state = 'held' and held_until > now() order by 1`).map(
    ({ placeId }) => placeId,
  );

describe('taking places', () => {
  test('starts a purchase with a deadline twelve minutes away and everything the cart shows (CA-043, EN-001, EN-034)', async () => {
    const { nCode, oData } = await take(ana, [3, 4]);
    expect(nCode).toBe(200);
    const { oProceso } = oData;
    expect(oProceso).toMatchObject({
      idProcesoDeCompra: expect.stringMatching(/^[\w-]{22}$/),
      cEtapa: 'ABIERTO',
      ctProcess: 'CART',
      oCantidadTotal: { nCantidadTotal: 2 },
      oTotal: { fTotalEntradas: 20_000, fTotalCargoPorServicio: 2000, fTotalQrAntifraude: 1000, fTotal: 23_000 },
    });
    expect(oProceso.listaFuncion[0].listaPosicion[0]).toMatchObject({
      idPosicion: 3,
      cSectorNombre: 'Platea',
      cFila: '1',
      cAsiento: '4',
      fPrecioFinal: 11_500,
    });
    expect(Date.parse(oProceso.dMaxima) - Date.parse(oProceso.dDesde)).toBeCloseTo(720_000, -3);
    expect(await held()).toEqual([3, 4]);
  });

  test('two buyers who race for the same places: exactly one gets them, and the other learns which are gone', async () => {
    const answers = await Promise.all([take(ana, [7, 8]), take(luis, [8, 9])]);
    expect(answers.map(({ nCode }) => nCode).sort()).toEqual([200, 470]);
    const loser = answers.find(({ nCode }) => nCode === 470);
    expect(loser).toMatchObject({ cError: 'places_taken', oData: { aPosicion: [8] } });
    expect(await held()).toHaveLength(2);
  });

  test('a refused claim leaves nothing held and no purchase behind', async () => {
    await take(ana, [20]);
    const before = await db`select id from purchase`;
    expect(await take(luis, [19, 20, 21])).toMatchObject({ nCode: 470, oData: { aPosicion: [20] } });
    expect(await held()).toEqual([20]);
    expect(await db`select id from purchase`).toHaveLength(before.length);
  });

  test('a click repeated because its answer was lost gets the first answer', async () => {
    const key = click();
    const first = await take(ana, [1, 2], key);
    const again = await take(ana, [1, 2], key);
    expect(again.oData.oProceso.idProcesoDeCompra).toBe(first.oData.oProceso.idProcesoDeCompra);
    expect(placesOf(again)).toEqual([1, 2]);
    expect(await db`select id from purchase where stage = 'open'`).toHaveLength(1);
  });

  test('a double click at the same moment makes one purchase', async () => {
    const key = click();
    const answers = await Promise.all([take(ana, [1, 2], key), take(ana, [1, 2], key)]);
    expect(new Set(answers.map(({ oData }) => oData.oProceso.idProcesoDeCompra)).size).toBe(1);
    expect(await db`select id from purchase where stage = 'open'`).toHaveLength(1);
  });

  test('more places join the same purchase and keep its deadline (CA-050)', async () => {
    const first = await take(ana, [1]);
    const { idProcesoDeCompra, dMaxima } = first.oData.oProceso;
    const more = await takeMore(ana, idProcesoDeCompra, [2, 3]);
    expect(more.oData.aPosicion).toEqual([2, 3]);
    expect(placesOf(more)).toEqual([1, 2, 3]);
    expect(more.oData.oProceso.dMaxima).toBe(dMaxima);
  });

  test('the eleventh place of a purchase is refused, and so is a fourth purchase', async () => {
    expect(
      await take(
        ana,
        Array.from({ length: 11 }, (_, place) => place),
      ),
    ).toMatchObject({ cError: 'too_many_places', oData: { nMaximo: 10 } });
    const { oData } = await take(
      ana,
      Array.from({ length: 10 }, (_, place) => place),
    );
    expect(await takeMore(ana, oData.oProceso.idProcesoDeCompra, [10])).toMatchObject({ cError: 'too_many_places' });
    await take(ana, [11]);
    await take(ana, [12]);
    expect(await take(ana, [13])).toMatchObject({ cError: 'too_many_purchases', oData: { nMaximo: 3 } });
    expect(await held()).toHaveLength(12);
  });

  test.each([
    ['no place', []],
    ['41 places', Array.from({ length: 41 }, (_, place) => place)],
    ['a place that the hall does not have', [40]],
    ['the same place twice', [5, 5]],
    ['a negative place', [-1]],
    ['text', ['5']],
  ])('%s is refused by the name of the field', async (_, places) => {
    const answer = await take(ana, places as number[]);
    expect(answer).toMatchObject({ nCode: 400, cError: 'invalid_input' });
    expect(answer.oData.listaCampo[0].cCampo).toMatch(/^aPosicion/);
    expect(await held()).toEqual([]);
  });

  test('a performance that is unknown, or not on sale yet, sells nothing', async () => {
    const of = (idFuncion: number) => post('/v2/Proceso/0/Posiciones/Tomar', { idFuncion, aPosicion: [1] }, ana);
    expect(await of(999_999)).toMatchObject({ cError: 'not_found' });
  });

  test('another customer’s purchase is not found', async () => {
    const { oData } = await take(ana, [1]);
    const purchase = oData.oProceso.idProcesoDeCompra;
    expect(await takeMore(luis, purchase, [2])).toMatchObject({ cError: 'not_found' });
    expect(await setExactly(luis, purchase, [2])).toMatchObject({ cError: 'not_found' });
    expect(await send('GET', `/v2/Proceso/${purchase}`, undefined, luis.token)).toMatchObject({ cError: 'not_found' });
    expect(await held()).toEqual([1]);
  });
});

describe('so many of the best places', () => {
  const takeBest = (who: { token: string }, nCantidad: number, key?: string) =>
    post('/v2/Proceso/0/Posiciones/TomarGrupo', { idFuncion: performanceId, listaSector: [{ nCantidad }] }, who, key);

  test('side by side in the row nearest to the stage (CA-044)', async () => {
    const { oData } = await takeBest(ana, 2);
    expect(oData).toMatchObject({ aPosicion: [4, 5], lContiguas: true });
    expect(await takeBest(luis, 2)).toMatchObject({ oData: { aPosicion: [14, 15], lContiguas: true } });
  });

  test('claims at the same moment get places of their own', async () => {
    const buyers = await haveBuyers(db, 13);
    const answers = await Promise.all(buyers.map((buyer) => takeBest(buyer, 3)));
    const places = answers.flatMap(({ oData }) => oData.aPosicion);
    expect(answers.every(({ nCode }) => nCode === 200)).toBe(true);
    expect(new Set(places).size).toBe(39);
    expect(await takeBest(ana, 2)).toMatchObject({
      cError: 'not_enough_places',
      oData: { listaSector: [{ cNombre: 'Platea', nLibres: 1 }] },
    });
  });

  test('a click repeated because its answer was lost takes no second lot', async () => {
    const key = click();
    const first = await takeBest(ana, 2, key);
    const again = await takeBest(ana, 2, key);
    expect(placesOf(again)).toEqual(placesOf(first));
    expect(await held()).toHaveLength(2);
  });

  test('a click repeated after the rest was sold still gets its first answer', async () => {
    const key = click();
    const first = await takeBest(ana, 10, key);
    for (const buyer of await haveBuyers(db, 3)) await takeBest(buyer, 10);
    const again = await takeBest(ana, 10, key);
    expect(again.nCode).toBe(200);
    expect(placesOf(again)).toEqual(placesOf(first));
  });

  test('the key of another customer’s click does not give its answer', async () => {
    const key = click();
    const { oData } = await takeBest(ana, 10, key);
    for (const buyer of await haveBuyers(db, 3)) await takeBest(buyer, 10);
    const more = `/v2/Proceso/${oData.oProceso.idProcesoDeCompra}/Posiciones/Tomar`;
    const answer = await post(more, { idFuncion: performanceId, listaSector: [{ nCantidad: 1 }] }, luis, key);
    expect(answer).toMatchObject({ cError: 'not_enough_places' });
    expect(JSON.stringify(answer.oData)).not.toContain('aPosicion');
  });

  test('places that are not side by side are said to be apart (ER-018)', async () => {
    const blocked = Array.from({ length: 40 }, (_, place) => place).filter((place) => place % 2 === 1);
    for (let from = 0; from < blocked.length; from += 5) {
      const [buyer] = await haveBuyers(db, 1);
      if (buyer) await take(buyer, blocked.slice(from, from + 5));
    }
    expect(await takeBest(luis, 2)).toMatchObject({ nCode: 200, oData: { lContiguas: false } });
  });

  test('an unknown sector, none at all and too many are refused (CA-044)', async () => {
    const of = (listaSector: unknown) => post('/v2/Proceso/0/Posiciones/TomarGrupo', { idFuncion: performanceId, listaSector }, ana);
    expect(await of([])).toMatchObject({ cError: 'invalid_input' });
    expect(await of([{ nCantidad: 0 }])).toMatchObject({ cError: 'invalid_input' });
    expect(await of([{ nCantidad: 11 }])).toMatchObject({ cError: 'too_many_places' });
    // More than the hall has.
    expect(await of([{ nCantidad: 40 }, { nCantidad: 1 }])).toMatchObject({ cError: 'too_many_places' });
    expect(await of([{ idSector: 999_999, nCantidad: 1 }])).toMatchObject({ cError: 'not_enough_places' });
  });
});

describe('time', () => {
  const lapse = (purchase: string) => db`
    with late as (update purchase set deadline = now() - interval '1 minute' where id = ${purchase} returning id),
         hold as (update hold set held_until = now() - interval '55 seconds' from late where purchase_id = late.id)
    update place set held_until = now() - interval '55 seconds' from late where purchase_id = late.id`;

  test('the places of an expired hold are free again, swept or not', async () => {
    const { oData } = await take(ana, [5, 6]);
    await lapse(oData.oProceso.idProcesoDeCompra);
    expect(await take(luis, [5, 6])).toMatchObject({ nCode: 200 });
    expect(await takeMore(ana, oData.oProceso.idProcesoDeCompra, [7])).toMatchObject({ cError: 'purchase_over' });
  });

  test('the sweeper ends lapsed purchases, frees what is still theirs and nothing else', async () => {
    const late = await take(ana, [5, 6, 7]);
    const { idProcesoDeCompra } = late.oData.oProceso;
    await lapse(idProcesoDeCompra);
    const other = await take(luis, [6]);
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 1, places: 2 });
    expect(await held()).toEqual([6]);
    expect(placesOf(await send('GET', `/v2/Proceso/${other.oData.oProceso.idProcesoDeCompra}`, undefined, luis.token))).toEqual([6]);
    expect((await send('GET', `/v2/Proceso/${idProcesoDeCompra}`, undefined, ana.token)).oData).toMatchObject({
      cEtapa: 'VENCIDO',
      oCantidadTotal: { nCantidadTotal: 0 },
    });
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 0, places: 0 });
  });
});

describe('giving places back', () => {
  test('a purchase is set to exactly these places, or nothing changes (CA-049)', async () => {
    const { oData } = await take(ana, [1, 2, 3]);
    const purchase = oData.oProceso.idProcesoDeCompra;
    await take(luis, [10]);
    const set = await setExactly(ana, purchase, [2, 3, 4]);
    expect(placesOf(set)).toEqual([2, 3, 4]);
    expect(set.oData.aPosicion).toEqual([4]);
    expect(await setExactly(ana, purchase, [3, 10])).toMatchObject({ cError: 'places_taken', oData: { aPosicion: [10] } });
    expect(await held()).toEqual([2, 3, 4, 10]);
    expect(placesOf(await setExactly(ana, purchase, []))).toEqual([]);
    expect(await held()).toEqual([10]);
  });

  test.each(['SoltarGrupo', 'SoltarFuncion'])('%s frees the places of one performance (CA-051, CA-052)', async (call) => {
    const { oData } = await take(ana, [1, 2]);
    const answer = await post(`/v2/Proceso/${oData.oProceso.idProcesoDeCompra}/Posiciones/${call}`, { idFuncion: performanceId }, ana);
    expect(placesOf(answer)).toEqual([]);
    expect(await held()).toEqual([]);
    expect(await take(luis, [1, 2])).toMatchObject({ nCode: 200 });
  });

  test('invalidating cancels an open purchase once, however often it is asked (CA-021)', async () => {
    const { oData } = await take(ana, [1, 2]);
    const path = `/v2/Proceso/${oData.oProceso.idProcesoDeCompra}/invalidar`;
    expect(await send('POST', path)).toMatchObject({ nCode: 200, oData: { cEtapa: 'CANCELADO' } });
    expect(await send('POST', path)).toMatchObject({ nCode: 200, oData: { cEtapa: 'CANCELADO' } });
    expect(await held()).toEqual([]);
  });

  test('a purchase that is being paid is not invalidated, changed or swept (CA-021)', async () => {
    const { oData } = await take(ana, [1, 2]);
    const purchase = oData.oProceso.idProcesoDeCompra;
    await db`update purchase set stage = 'paying', total = 1, paying_since = now() where id = ${purchase}`;
    expect(await send('POST', `/v2/Proceso/${purchase}/invalidar`)).toMatchObject({ cError: 'purchase_paying' });
    expect(await setExactly(ana, purchase, [])).toMatchObject({ cError: 'purchase_paying' });
    expect(await takeMore(ana, purchase, [3])).toMatchObject({ cError: 'purchase_paying' });
    await sweepExpired(app.sale);
    expect(await held()).toEqual([1, 2]);
    await db`update purchase set stage = 'open' where id = ${purchase}`;
  });
});
