import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Order, Ticket } from '../src/index.ts';

const ticket = {
  idEntrada: 'Zm9vYmFyYmF6cXV4cXV1eA',
  cNumero: '7F3K-92QA-XM4D',
  idFuncion: 101,
  cSectorNombre: 'Platea',
  cFila: 'F',
  cAsiento: '12',
  cTarifaNombre: 'General',
  cPromocion: '2x1 de los jueves',
  fPrecioFinal: 11_500.5,
  cEstado: 'VALIDA',
};
const totals = {
  fTotalEntradas: 20_000,
  fTotalCargoPorServicio: 2000,
  fTotalQrAntifraude: 1000,
  fTotalEntrega: 500,
  fTotalProductos: 0,
  fTotalDescuentos: 0,
  fTotal: 23_500,
  fTotalSinImpuestos: 22_000,
};
const order = {
  idOperacion: 'Zm9vYmFyYmF6cXV4cXV1eA',
  idProcesoDeCompra: 'Zm9vYmFyYmF6cXV4cXV1eA',
  cEstado: 'PAGADA',
  listaEntrada: [ticket],
  listaFuncion: [],
  oTotal: totals,
  fPendiente: 0,
  fPagado: 23_500,
  cUltimosCuatro: '4905',
  oProceso: { idProcesoDeCompra: 'Zm9vYmFyYmF6cXV4cXV1eA', listaFuncion: [], oCantidadTotal: { nCantidadTotal: 1 } },
};

test('a ticket has the promotion that it was bought with, and its price in minor units (EN-116)', () => {
  expect(z.decode(Ticket, ticket as never)).toMatchObject({ promotion: '2x1 de los jueves', final: 1_150_050 });
  const { cPromocion: _, ...plain } = ticket;
  expect(z.decode(Ticket, plain as never).promotion).toBeUndefined();
});

test('an order is read and written as it is', () => {
  const read = z.decode(Order, order as never);
  expect(read).toMatchObject({ state: 'paid', paid: 2_350_000, pending: 0, lastFour: '4905', tickets: [{ number: '7F3K-92QA-XM4D' }] });
  expect(z.encode(Order, read)).toEqual(order);
});

test('an unknown state is kept as the server wrote it (EN-113)', () => {
  const read = z.decode(Order, { ...order, cEstado: 'EN_CAMBIO' } as never);
  expect(read.state).toBe('EN_CAMBIO');
  expect(z.encode(Order, read)).toEqual({ ...order, cEstado: 'EN_CAMBIO' });
});
