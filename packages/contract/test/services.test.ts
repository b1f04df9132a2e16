import { expect, test } from 'vitest';
import { servicePath, services } from '../src/index.ts';

test('paying and choosing how to pay have their calls (AN-008, AN-009, AN-010)', () => {
  expect(servicePath('Cobrar')).toBe('/v2/Proceso/:id/Cobrar');
  expect(servicePath('Seleccionar')).toBe('/v2/Proceso/:id/FormaDePago/Seleccionar');
  expect(servicePath('GetFormasDePago')).toBe('/v2/Proceso/:id/FormasDePago');
});

test('the purchase, the sign-up and the cards have their calls (AN-011, AN-012, AN-013)', () => {
  expect(servicePath('GetProcesoDeCompra')).toBe('/v2/Proceso/:id');
  expect(servicePath('ClienteInsertar_V2')).toBe('/v2/Cliente/Insertar_v2');
  expect(servicePath('Tarjetas')).toBe('/v2/Proceso/:id/FormaDePago/:n/Tarjetas/:cardBin');
});

test('a brand sends one service to another call and leaves the rest as they are (AN-008)', () => {
  const configured = { Cobrar: '/v2/Proceso/:id/Cobrar2' };
  expect(servicePath('Cobrar', configured)).toBe('/v2/Proceso/:id/Cobrar2');
  expect(servicePath('Tarjetas', configured)).toBe(services.Tarjetas);
});
