import { expect, test } from 'vitest';
import { endpoints } from '../src/index.ts';

/** As the specification shortens them, and what it stands for: the last part of the path before it is replaced. */
const shortened = {
  SoltarFuncion: '/v2/Proceso/:id/Posiciones/SoltarFuncion',
  CambiarParaSector: '/v2/Proceso/:id/Posiciones/CambiarParaSector',
  TomarReservaPorFuncion: '/v2/Proceso/:id/Posiciones/TomarReservaPorFuncion',
  TomarReservaPorPosicion: '/v2/Proceso/:id/Posiciones/TomarReservaPorPosicion',
  'Lista/Seleccionar': '/v2/Proceso/:id/ProductoAsignado/Lista/Seleccionar',
  'authentication-setups': '/v2/Proceso/:id/sbs/authentication-setups',
  'sbs/Payment': '/v2/Proceso/:id/sbs/Payment',
  BancardiFrame2: '/v2/Proceso/:id/card/BancardiFrame2',
  Cancelar3DS: '/v2/Proceso/:id/card/Bancard/Cancelar3DS',
  Confirmar3DS: '/v2/Proceso/:id/card/Bancard/Confirmar3DS',
  'Domicilio/:id/Eliminar': '/v2/Cliente/Domicilio/:id/Eliminar',
  'Telefono/:id/Eliminar': '/v2/Cliente/Telefono/:id/Eliminar',
};

test.each(Object.entries(shortened))('the calls that end in %s stand at one path (C-19)', (end, path) => {
  const paths = Object.values(endpoints).map((endpoint): string => endpoint.path);
  expect(new Set(paths.filter((each) => each.endsWith(`/${end}`)))).toEqual(new Set([path]));
});
