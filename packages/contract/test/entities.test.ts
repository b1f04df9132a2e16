import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { BillboardShow, ListedShow, Purchase, Show, ShowType } from '../src/index.ts';

const purchase = {
  idProcesoDeCompra: 'Zm9vYmFyYmF6cXV4cXV1eA',
  listaFuncion: [
    {
      idFuncion: 101,
      oEspectaculo: { cEspectaculoCartelNombre: 'La tempestad', listaImagenEspectaculoCartel: [] },
      oFuncionFecha: { nFuncionDia: 21, nFuncionMes: 11, nFuncionAnio: 2026, nFuncionHora: 20, nFuncionMinuto: 30 },
      nCantidadPosiciones: 2,
      fPrecioTotalFinal: 30_800.5,
    },
  ],
  oCantidadTotal: { nCantidadTotal: 2 },
};
const show = {
  cEspectaculoCartelNombre: 'La tempestad',
  cEstablecimientoNombre: 'Teatro Ópera del Plata',
  idEspectaculoCartelTipo: 3,
  listaImagenEspectaculoCartel: [
    { cTipo: 'WEB_DESTACADO', cUrl: '/images/1', nAncho: 1600, nAlto: 900, cTextoAlternativo: 'Un barco bajo la tormenta' },
  ],
};
const billboardShow = {
  idEspectaculoCartel: 7,
  h: 'abcdefghijklm',
  cSeo: 'la-tempestad',
  cEspectaculoCartelNombre: 'La tempestad',
  idEspectaculoCartelTipo: 3,
  cEspectaculoTipoNombre: 'Teatro',
  idEstablecimiento: 12,
  cEstablecimientoNombre: 'Teatro Ópera del Plata',
  cEstablecimientoSeo: 'teatro-opera-del-plata',
  listaImagenEspectaculoCartel: [],
  nCantidadFunciones: 4,
  lAgotado: 'N',
};
const wireWithout = <Wire extends object>(wire: Wire, ...names: (keyof Wire)[]) =>
  Object.fromEntries(Object.entries(wire).filter(([name]) => !names.includes(name as keyof Wire)));

test('a purchase knows its id and its performances (EN-001, EN-002)', () => {
  const { id, performances } = z.decode(Purchase, purchase as never);
  expect(id).toBe('Zm9vYmFyYmF6cXV4cXV1eA');
  expect(performances).toHaveLength(1);
  expect(z.safeDecode(Purchase, wireWithout(purchase, 'idProcesoDeCompra') as never).success).toBe(false);
});

test('a purchase without a list has no performances (EN-002)', () => {
  expect(z.decode(Purchase, wireWithout(purchase, 'listaFuncion') as never).performances).toEqual([]);
});

test('a purchase knows how many places it has; an answer without the number means none (EN-003)', () => {
  expect(z.decode(Purchase, purchase as never).quantity).toEqual({ total: 2 });
  expect(z.decode(Purchase, wireWithout(purchase, 'oCantidadTotal') as never).quantity).toEqual({ total: 0 });
  expect(z.decode(Purchase, { ...purchase, oCantidadTotal: {} } as never).quantity).toEqual({ total: 0 });
});

test('a performance in a purchase has its id, its show and its date (EN-004, EN-005, EN-006)', () => {
  const [performance] = z.decode(Purchase, purchase as never).performances;
  expect(performance?.id).toBe(101);
  expect(performance?.show?.name).toBe('La tempestad');
  expect(performance?.date).toEqual({ day: 21, month: 11, year: 2026, hour: 20, minute: 30 });
});

test('a performance in a purchase has its places and its final price in minor units (EN-007, EN-008)', () => {
  const [performance] = z.decode(Purchase, purchase as never).performances;
  expect(performance).toMatchObject({ placeCount: 2, total: 3_080_050 });
  expect(z.encode(Purchase, z.decode(Purchase, purchase as never))).toEqual(purchase);
});

test('a show has its name, its venue’s name and its type (EN-009, EN-010, EN-011)', () => {
  expect(z.decode(Show, show as never)).toMatchObject({ name: 'La tempestad', venueName: 'Teatro Ópera del Plata', typeId: 3 });
  expect(z.encode(Show, z.decode(Show, show as never))).toEqual(show);
});

test('a show has images, each for its purpose, and none when the answer brings none (EN-012)', () => {
  expect(z.decode(Show, show as never).images).toEqual([
    { kind: 'featured', url: '/images/1', width: 1600, height: 900, alt: 'Un barco bajo la tormenta' },
  ]);
  expect(z.decode(Show, wireWithout(show, 'listaImagenEspectaculoCartel') as never).images).toEqual([]);
});

test('a show type has its id, its name and its order (EN-013, EN-014, EN-015)', () => {
  expect(z.decode(ShowType, { idEspectaculoTipo: 3, cNombre: 'Teatro', nOrden: 2 } as never)).toEqual({ id: 3, name: 'Teatro', order: 2 });
  expect(z.decode(ShowType, { idEspectaculoTipo: 3, cNombre: 'Teatro' } as never)).toEqual({ id: 3, name: 'Teatro' });
});

test('a show on the billboard has its id, its seo name and its hash (EN-016)', () => {
  expect(z.decode(BillboardShow, billboardShow as never)).toMatchObject({
    id: 7,
    seo: 'la-tempestad',
    hash: 'abcdefghijklm',
    soldOut: false,
  });
  expect(z.decode(ListedShow, billboardShow as never)).toMatchObject({ id: 7, name: 'La tempestad' });
  expect(z.safeDecode(BillboardShow, wireWithout(billboardShow, 'idEspectaculoCartel') as never).success).toBe(false);
});
