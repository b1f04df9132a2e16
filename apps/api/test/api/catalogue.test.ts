import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { linkHash } from '../../src/catalogue/link-hash.ts';
import { freshDatabase } from '../database.ts';
import { aCharge, aLevel, aMap, anImage, aPerformance, aShow, aVenue, haveCatalogue, inDays } from '../factories/catalogue.ts';
import { callsOf, customersApp, loggedIn, SECRET } from '../factories/customers.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const { send } = callsOf(app);
const { token } = await loggedIn(app);
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(() => db`truncate show, venue, venue_map, show_type, image restart identity cascade`);

const get = (url: string) => send('GET', url);
const billboard = async () => (await get('/v2/Cartelera')).oData.Lista as Record<string, unknown>[];
const listed = async (seo: string) => (await get('/v2/EspectaculosCartel')).oData.Lista.find(({ cSeo }: { cSeo: string }) => cSeo === seo);
const showPath = (show: { idEspectaculoCartel: number; h: string }) => `/v2/EspectaculoCartel/${show.idEspectaculoCartel}?h=${show.h}`;
const firstPerformance = async (seo: string) => (await get(showPath(await listed(seo)))).oData.listaFuncion[0];
const performance = (path: string) => send('GET', `/v2/Funcion/${path}`, undefined, token);

describe('the billboard', () => {
  test('lists shows by their next performance, with everything a card shows (CA-006, EN-016)', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({ seo: 'otelo', name: 'Otelo', performances: [aPerformance({ startsAt: inDays(20) })] }),
        aShow({ charges: [aCharge({ percent: 1000 })], images: [anImage({ kind: 'featured' })] }),
      ],
    });
    const shows = await billboard();
    expect(shows.map(({ cSeo }) => cSeo)).toEqual(['hamlet', 'otelo']);
    expect(shows[0]).toMatchObject({
      idEspectaculoCartel: expect.any(Number),
      h: linkHash(SECRET, 'show', shows[0]?.idEspectaculoCartel as number),
      cEspectaculoCartelNombre: 'Hamlet',
      idEspectaculoCartelTipo: 1,
      cEspectaculoTipoNombre: 'Teatro',
      cEstablecimientoNombre: 'Teatro',
      cEstablecimientoLocalidad: 'Buenos Aires',
      oPrimeraFuncionFecha: { nFuncionHora: 20, nFuncionMinuto: 30, nFuncionAnio: expect.any(Number) },
      nCantidadFunciones: 1,
      fPrecioDesde: 11_000,
      lAgotado: 'N',
      listaImagenEspectaculoCartel: [{ cTipo: 'WEB_DESTACADO', cTextoAlternativo: 'Afiche' }],
    });
  });

  test('a show is sold out when nothing of it is left, and stands behind the others of its day', async () => {
    const gone = aPerformance({ startsAt: inDays(3, '18:00'), state: 'sold_out' });
    await haveCatalogue(db, {
      shows: [
        aShow({ seo: 'agotado', performances: [gone] }),
        aShow({ seo: 'queda-el-jueves', performances: [gone, aPerformance({ startsAt: inDays(5) })] }),
        aShow({ seo: 'mas-tarde', performances: [aPerformance({ startsAt: inDays(3, '22:00') })] }),
      ],
    });
    const shows = await billboard();
    expect(shows.map(({ cSeo, lAgotado }) => [cSeo, lAgotado])).toEqual([
      ['mas-tarde', 'N'],
      ['agotado', 'S'],
      ['queda-el-jueves', 'N'],
    ]);
    expect(shows[2]).toMatchObject({ dPrimeraFuncion: inDays(5).toString({ fractionalSecondDigits: 3 }), nCantidadFunciones: 2 });
  });

  test('a show names the days it still plays, by the clocks of its venue, each once', async () => {
    const late = inDays(3, '23:30');
    const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO('America/Argentina/Buenos_Aires').toPlainDate().toString();
    await haveCatalogue(db, {
      shows: [
        aShow({
          performances: [
            aPerformance({ startsAt: inDays(9) }),
            aPerformance({ startsAt: late }),
            aPerformance({ startsAt: inDays(3, '17:00'), state: 'sold_out' }),
            aPerformance({ startsAt: inDays(6), state: 'cancelled' }),
            aPerformance({ startsAt: inDays(-1) }),
          ],
        }),
      ],
    });
    expect((await billboard())[0]).toMatchObject({ aFecha: [dayOf(late), dayOf(inDays(9))] });
  });

  test('shows that are unlisted, over or cancelled as a whole are not there', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({ seo: 'oculto', listed: false }),
        aShow({ seo: 'pasado', performances: [aPerformance({ startsAt: inDays(-2) })] }),
        aShow({ seo: 'cancelado', performances: [aPerformance({ state: 'cancelled' })] }),
        aShow({ seo: 'sin-fechas', performances: [] }),
      ],
    });
    expect(await billboard()).toEqual([]);
  });

  test('the price from is the lowest final price of what can still be bought', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({
          charges: [aCharge({ percent: 1000 })],
          performances: [
            aPerformance({ startsAt: inDays(1), state: 'sold_out', levels: [aLevel({ faceValue: 100_000 })] }),
            aPerformance({
              startsAt: inDays(2),
              levels: [aLevel({ faceValue: 900_000 }), aLevel({ category: 'pullman', faceValue: 500_050 })],
            }),
          ],
        }),
      ],
    });
    expect((await billboard())[0]).toMatchObject({ fPrecioDesde: 5001 + 500 });
  });

  test('thirty shows cost as many statements as one', async () => {
    let statements = 0;
    const counting = new Proxy(db, {
      apply: (target, self, args) => {
        statements += 1;
        return Reflect.apply(target as never, self, args);
      },
    });
    const counted = await customersApp(counting, { answersFreshMs: 0 });
    const costOf = async (shows: number) => {
      await haveCatalogue(db, { shows: Array.from({ length: shows }, (_, index) => aShow({ seo: `show-${index}` })) });
      statements = 0;
      expect((await counted.inject('/v2/Cartelera')).json().oData.Lista).toHaveLength(shows);
      return statements;
    };
    const one = await costOf(1);
    expect(one).toBeGreaterThan(0);
    expect(await costOf(30)).toBe(one);
    await counted.close();
  });
});

describe('lists', () => {
  test('shows come with id, hash and seo name, so that a landing page finds its show (CA-008, EN-023)', async () => {
    await haveCatalogue(db);
    const show = await listed('hamlet');
    expect(show).toMatchObject({
      cSeo: 'hamlet',
      cEspectaculoCartelNombre: 'Hamlet',
      h: linkHash(SECRET, 'show', show.idEspectaculoCartel),
    });
  });

  test('venues come by name with zone and capacity (CA-009)', async () => {
    await haveCatalogue(db, { venues: [aVenue(), aVenue({ seo: 'arena', name: 'Arena' })], shows: [] });
    const { oData } = await get('/v2/Establecimientos');
    expect(oData.Lista.map(({ cEstablecimientoNombre }: Record<string, unknown>) => cEstablecimientoNombre)).toEqual(['Arena', 'Teatro']);
    expect(oData.Lista[1]).toMatchObject({ cSeo: 'teatro', cZonaHoraria: 'America/Argentina/Buenos_Aires', nCapacidad: 150 });
  });

  test('show types come in order, those without one last (CA-010, EN-015)', async () => {
    const types = [
      { id: 3, name: 'Circo', order: null },
      { id: 2, name: 'Ópera', order: 2 },
      { id: 1, name: 'Teatro', order: 1 },
    ];
    await haveCatalogue(db, { showTypes: types, shows: [] });
    const { oData } = await get('/v2/EspectaculoCartelTipos');
    expect(oData.Lista).toEqual([
      { idEspectaculoTipo: 1, cNombre: 'Teatro', nOrden: 1 },
      { idEspectaculoTipo: 2, cNombre: 'Ópera', nOrden: 2 },
      { idEspectaculoTipo: 3, cNombre: 'Circo' },
    ]);
  });
});

describe('a show', () => {
  test('comes with its venue and its performances in order, cancelled ones marked (CA-012)', async () => {
    const saleOpens = inDays(2, '10:00');
    await haveCatalogue(db, {
      shows: [
        aShow({
          description: 'Un príncipe vuelve a casa.',
          performances: [
            aPerformance({ startsAt: inDays(9), state: 'cancelled' }),
            aPerformance({ startsAt: inDays(8), onSaleAt: saleOpens }),
            aPerformance({ startsAt: inDays(7), levels: [aLevel({ taxClass: 'iva-21' })] }),
          ],
        }),
      ],
    });
    const { oData } = await get(showPath(await listed('hamlet')));
    expect(oData).toMatchObject({
      cDescripcion: 'Un príncipe vuelve a casa.',
      oEstablecimiento: { cSeo: 'teatro' },
      nCantidadFunciones: 2,
    });
    expect(oData.listaFuncion.map(({ cEstado }: Record<string, unknown>) => cEstado)).toEqual(['EN_VENTA', 'ANUNCIADA', 'CANCELADA']);
    expect(oData.listaFuncion[0]).toMatchObject({ fPrecioDesde: 10_000, fPrecioDesdeSinImpuestos: 8264 });
    expect(oData.listaFuncion[1]).toMatchObject({ dInicioDeVenta: saleOpens.toString({ fractionalSecondDigits: 3 }) });
  });

  test('an announced performance goes on sale by itself at its hour', async () => {
    await haveCatalogue(db, { shows: [aShow({ performances: [aPerformance({ state: 'announced', onSaleAt: inDays(-1) })] })] });
    expect(await firstPerformance('hamlet')).toMatchObject({ cEstado: 'EN_VENTA' });
  });

  test('a performance away from the venue of the show names its own, in its own time', async () => {
    await haveCatalogue(db, {
      venues: [aVenue(), aVenue({ seo: 'sala-madrid', name: 'Sala Madrid', timeZone: 'Europe/Madrid' })],
      maps: [aMap(), aMap({ venue: 'sala-madrid' })],
      shows: [
        aShow({
          performances: [
            aPerformance({ startsAt: inDays(1, '12:00') }),
            aPerformance({ venue: 'sala-madrid', startsAt: Temporal.Instant.from('2040-01-01T20:00:00Z') }),
          ],
        }),
      ],
    });
    const { oData } = await get(showPath(await listed('hamlet')));
    expect(oData.listaFuncion[0].cEstablecimientoNombre).toBeUndefined();
    expect(oData.listaFuncion[1]).toMatchObject({
      cEstablecimientoNombre: 'Sala Madrid',
      oFuncionFecha: { nFuncionHora: 21, nFuncionAnio: 2040 },
    });
  });

  test('without performances it still has its page', async () => {
    await haveCatalogue(db, { shows: [aShow({ performances: [] })] });
    const { nCode, oData } = await get(showPath(await listed('hamlet')));
    expect(nCode).toBe(200);
    expect(oData).toMatchObject({ listaFuncion: [], nCantidadFunciones: 0, cEstablecimientoNombre: 'Teatro' });
    expect(oData.oPrimeraFuncionFecha).toBeUndefined();
  });

  test('a wrong hash, none, another show\'s, an unknown or an unlisted show are all "not available" (EN-023)', async () => {
    await haveCatalogue(db, { shows: [aShow(), aShow({ seo: 'oculto', listed: false })] });
    const { idEspectaculoCartel: id, h } = await listed('hamlet');
    const [hidden] = await db<{ id: number }[]>`select id from show where seo = 'oculto'`;
    const paths = [
      `${id}`,
      `${id}?h=`,
      `${id}?h=${'a'.repeat(13)}`,
      `${id}?h=${linkHash(SECRET, 'performance', id)}`,
      `${id + 1000}?h=${h}`,
      `${id + 1000}?h=${linkHash(SECRET, 'show', id + 1000)}`,
      `${hidden?.id}?h=${linkHash(SECRET, 'show', hidden?.id ?? 0)}`,
    ];
    for (const path of paths) {
      expect(await get(`/v2/EspectaculoCartel/${path}`)).toMatchObject({ status: 200, nCode: 410, cError: 'event_not_available' });
    }
  });

  test('an id that is no number is refused by name', async () => {
    for (const id of ['hamlet', '0', '-1', '1.5', '99999999999', '1%20or%201=1']) {
      expect(await get(`/v2/EspectaculoCartel/${id}?h=x`)).toMatchObject({ nCode: 400, oData: { listaCampo: [{ cCampo: 'id' }] } });
    }
  });
});

describe('a performance', () => {
  test('comes with the show, sectors, levels and final prices for every logged-in customer', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({
          charges: [aCharge({ percent: 1200 }), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 35_000 })],
          performances: [aPerformance({ levels: [aLevel(), aLevel({ category: 'pullman', name: 'Pullman', faceValue: 400_000 })] })],
        }),
      ],
    });
    const { idFuncion, h } = await firstPerformance('hamlet');
    const { nCode, oData } = await performance(`${idFuncion}?h=${h}`);
    expect(nCode).toBe(200);
    expect(oData).toMatchObject({
      idFuncion,
      cSeo: 'hamlet',
      oEspectaculo: { cEspectaculoCartelNombre: 'Hamlet', cEstablecimientoNombre: 'Teatro', idEspectaculoCartelTipo: 1 },
      listaNivelDePrecio: [
        { cNombre: 'Platea', listaTarifa: [{ fPrecioFacial: 10_000, fCargos: 1550, fPrecioFinal: 11_550, fPrecioSinImpuestos: 11_281 }] },
        { cNombre: 'Pullman' },
      ],
    });
    const [stalls, gallery] = oData.listaNivelDePrecio.map(({ idNivelDePrecio }: { idNivelDePrecio: number }) => idNivelDePrecio);
    expect(oData.listaSector).toMatchObject([
      { cNombre: 'Platea', cTipo: 'NUMERADO', nCapacidad: 100, aNivelDePrecio: [stalls] },
      { cNombre: 'Pullman', cTipo: 'SIN_NUMERAR', nCapacidad: 50, aNivelDePrecio: [gallery] },
    ]);
  });

  test('the show of a performance has name, venue and type (EN-009, EN-010, EN-011)', async () => {
    await haveCatalogue(db);
    const { idFuncion, h } = await firstPerformance('hamlet');
    expect((await performance(`${idFuncion}?h=${h}`)).oData.oEspectaculo).toEqual({
      cEspectaculoCartelNombre: 'Hamlet',
      cEstablecimientoNombre: 'Teatro',
      idEspectaculoCartelTipo: 1,
      listaImagenEspectaculoCartel: [],
    });
  });

  test('a charge of the performance replaces the one of its show', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({
          charges: [aCharge({ percent: 1000 })],
          performances: [aPerformance({ charges: [aCharge({ percent: 0, fixed: 50_000 })] })],
        }),
      ],
    });
    const { idFuncion, h } = await firstPerformance('hamlet');
    expect((await performance(`${idFuncion}?h=${h}`)).oData.listaNivelDePrecio[0].listaTarifa[0]).toMatchObject({ fCargos: 500 });
  });

  test('the counter does not charge what the storefront charges', async () => {
    await haveCatalogue(db, {
      shows: [aShow({ charges: [aCharge({ percent: 1000 }), aCharge({ channel: 'box_office', percent: 200 })] })],
    });
    const { idFuncion, h } = await firstPerformance('hamlet');
    await db`update customer set role = 'box-office'`;
    const counter = await performance(`${idFuncion}?h=${h}`);
    await db`update customer set role = 'customer'`;
    expect(counter.oData.listaNivelDePrecio[0].listaTarifa[0]).toMatchObject({ fPrecioFinal: 10_200 });
  });

  test('it is public, with the storefront’s prices, and may be cached for a moment', async () => {
    await haveCatalogue(db, {
      shows: [aShow({ charges: [aCharge({ percent: 1000 }), aCharge({ channel: 'box_office', percent: 200 })] })],
    });
    const { idFuncion, h } = await firstPerformance('hamlet');
    const everybodys = await app.inject({ url: `/v2/Funcion/${idFuncion}/Ficha?h=${h}` });
    expect(everybodys.json().oData).toEqual((await performance(`${idFuncion}?h=${h}`)).oData);
    expect(everybodys.headers['cache-control']).toContain('public');
  });

  test('cancelled, over, unlisted, unknown or with a wrong hash it is not available; without a session it is 401', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({ performances: [aPerformance({ state: 'cancelled' }), aPerformance({ startsAt: inDays(-1) })] }),
        aShow({ seo: 'oculto', listed: false }),
      ],
    });
    const ids = (await db<{ id: number }[]>`select id from performance`).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    for (const id of [...ids, 12_345]) {
      expect(await performance(`${id}?h=${linkHash(SECRET, 'performance', id)}`)).toMatchObject({
        nCode: 410,
        cError: 'event_not_available',
      });
      expect(await performance(`${id}?h=${linkHash(SECRET, 'show', id)}`)).toMatchObject({ nCode: 410 });
      expect((await get(`/v2/Funcion/${id}?h=${linkHash(SECRET, 'performance', id)}`)).status).toBe(401);
      expect(await get(`/v2/Funcion/${id}/Ficha?h=${linkHash(SECRET, 'performance', id)}`)).toMatchObject({ nCode: 410 });
    }
    expect(await performance('uno?h=x')).toMatchObject({ nCode: 400, oData: { listaCampo: [{ cCampo: 'id' }] } });
  });
});

describe('an image', () => {
  test('of a show is served under an address that never changes its content, and can run nothing (EN-012)', async () => {
    await haveCatalogue(db, { shows: [aShow({ images: [anImage()] })] });
    const [show] = (await get('/v2/Cartelera')).oData.Lista;
    const [image] = show.listaImagenEspectaculoCartel;
    const response = await app.inject({ url: image.cUrl, headers: { 'accept-encoding': 'br' } });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
    expect((await app.inject({ url: image.cUrl })).body).toMatch(/^<svg/);
  });

  test('that is not there, or whose address is no hash, is a 404', async () => {
    for (const hash of ['f'.repeat(32), 'x', '..%2f..', '%27or%201']) {
      expect((await app.inject({ url: `/images/${hash}/a.svg` })).statusCode).toBe(404);
    }
  });
});
