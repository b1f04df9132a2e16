/**
 * Service names that a deployment configures (AN-008 to AN-013, and the other pairs of C-21), each with the path of the call it stands for. A brand may give a
 * name the path of the other call of its pair (C-21): the storefront then calls that one, and the server answers it too.
 */
export const services = {
  Cobrar: '/v2/Proceso/:id/Cobrar',
  Seleccionar: '/v2/Proceso/:id/FormaDePago/Seleccionar',
  GetFormasDePago: '/v2/Proceso/:id/FormasDePago',
  GetProcesoDeCompra: '/v2/Proceso/:id',
  PreValidacion: '/v2/Proceso/:id/PreValidacion',
  ClienteInsertar_V2: '/v2/Cliente/Insertar_v2',
  Tarjetas: '/v2/Proceso/:id/FormaDePago/:n/Tarjetas/:cardBin',
} as const;

type ServiceName = keyof typeof services;

/** The paths that a deployment gave to some of the services. */
export type ConfiguredServices = { readonly [Name in ServiceName]?: string | undefined };

/** Calls that have another one at an alternative base, which takes and answers the same (CA-092, CA-093). */
const alternatives: Readonly<Record<string, string>> = {
  '/v2/Proceso/0/Posiciones/Tomar': '/v3/procesodecompra',
  '/v2/Proceso/0/Posiciones/TomarGrupo': '/v3/procesodecompra',
  '/v2/Proceso/:id': '/v3/procesodecompra/:id',
};

/** The path at the alternative base; undefined for a call that has none. */
export const alternativePath = (path: string): string | undefined => alternatives[path];

/** Where the call with this path is made: at the path configured for its service, else at its own. */
export function configuredPath(path: string, configured: ConfiguredServices): string {
  const name = (Object.keys(services) as ServiceName[]).find((each) => services[each] === path);
  return (name && configured[name]) ?? path;
}
