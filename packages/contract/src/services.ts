/**
 * Service names that a deployment configures (AN-008 to AN-013), each with the call it stands for.
 * A brand may point a name at the other call of its pair (C-21) without a change of code.
 */
export const services = {
  Cobrar: '/v2/Proceso/:id/Cobrar',
  Seleccionar: '/v2/Proceso/:id/FormaDePago/Seleccionar',
  GetFormasDePago: '/v2/Proceso/:id/FormasDePago',
  GetProcesoDeCompra: '/v2/Proceso/:id',
  ClienteInsertar_V2: '/v2/Cliente/Insertar_v2',
  Tarjetas: '/v2/Proceso/:id/FormaDePago/:n/Tarjetas/:cardBin',
} as const;

export type ServiceName = keyof typeof services;

export const servicePath = (name: ServiceName, configured: Partial<Record<ServiceName, string>> = {}): string =>
  configured[name] ?? services[name];
