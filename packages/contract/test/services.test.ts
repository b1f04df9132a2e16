import { expect, test } from 'vitest';
import {
  type ConfiguredServices,
  charge,
  createClient,
  getCardKind,
  getPurchase,
  listPaymentMethods,
  preValidate,
  selectPaymentMethod,
  signUp,
} from '../src/index.ts';

type Client = ReturnType<typeof createClient>;

const params = { purchaseId: 'A'.repeat(22) };
const person = {
  firstName: 'Julia',
  lastName: 'Paredes',
  gender: 'feminine',
  documentType: 'dni',
  documentNumber: '30123456',
  birthday: '1990-05-17',
  country: 'ar',
  email: 'julia@correo.example',
  password: 'Platea2026',
  phoneType: 'mobile',
  phoneNumber: '541155550100',
} as const;

const calls = {
  Cobrar: (client: Client) => client.call(charge, { params, body: { paymentMethodId: 1, total: 100, acceptsTerms: true } }),
  Seleccionar: (client: Client) => client.call(selectPaymentMethod, { params, body: { paymentMethodId: 1 } }),
  GetFormasDePago: (client: Client) => client.call(listPaymentMethods, { params }),
  GetProcesoDeCompra: (client: Client) => client.call(getPurchase, { params }),
  PreValidacion: (client: Client) => client.call(preValidate, { params, body: {} }),
  ClienteInsertar_V2: (client: Client) => client.call(signUp, { body: person }),
  Tarjetas: (client: Client) => client.call(getCardKind, { params: { ...params, paymentMethodId: 3, bin: '450799' }, query: {} }),
};
type Service = keyof typeof calls;

/** Where a browser of a deployment with these services makes the call. */
async function pathOf(service: Service, services?: ConfiguredServices, alternative?: string): Promise<string> {
  const asked: string[] = [];
  const client = createClient({
    host: '',
    fetch: async (input) => {
      asked.push(String(input));
      return Response.json({ nCode: 200, oData: {} });
    },
    token: () => 'the-token',
    fingerprint: () => 'device-7',
    headerNames: { fingerprint: 'x-fingerprint', country: 'idPais' },
    countryCode: 10,
    ...(services && { services }),
    ...(alternative === undefined ? {} : { alternative }),
    onTrouble: () => {},
    wait: async () => {},
  });
  await calls[service](client);
  return (asked[0] ?? '').replace(params.purchaseId, 'ID');
}

test.each<[string, Service, string, string, string]>([
  ['paying (AN-008)', 'Cobrar', '/v2/Proceso/ID/Cobrar', '/v2/Proceso/:id/Cobrar2', '/v2/Proceso/ID/Cobrar2'],
  [
    'choosing how to pay (AN-009)',
    'Seleccionar',
    '/v2/Proceso/ID/FormaDePago/Seleccionar',
    '/v3/Proceso/:id/Seleccionar',
    '/v3/Proceso/ID/Seleccionar',
  ],
  [
    'the ways to pay (AN-010)',
    'GetFormasDePago',
    '/v2/Proceso/ID/FormasDePago',
    '/v2/Proceso/:id/FormasDePago2',
    '/v2/Proceso/ID/FormasDePago2',
  ],
  ['the purchase (AN-011)', 'GetProcesoDeCompra', '/v2/Proceso/ID', '/v2/Proceso2/:id', '/v2/Proceso2/ID'],
  [
    'checking a purchase (C-21)',
    'PreValidacion',
    '/v2/Proceso/ID/PreValidacion',
    '/v2/Proceso/:id/PreValidacion2',
    '/v2/Proceso/ID/PreValidacion2',
  ],
  ['signing up (AN-012)', 'ClienteInsertar_V2', '/v2/Cliente/Insertar_v2', '/v2/Cliente/Insertar', '/v2/Cliente/Insertar'],
  [
    'the kind of a card (AN-013)',
    'Tarjetas',
    '/v2/Proceso/ID/FormaDePago/3/Tarjetas/450799',
    '/v2/Proceso/:id/FormaDePago/:n/Tarjetas2/:cardBin',
    '/v2/Proceso/ID/FormaDePago/3/Tarjetas2/450799',
  ],
])('%s has its call, or the one that the deployment configured', async (_, service, usual, configured, expected) => {
  expect(await pathOf(service)).toBe(usual);
  expect(await pathOf(service, { [service]: configured })).toBe(expected);
  for (const other of Object.keys(calls) as Service[]) {
    if (other !== service) expect(await pathOf(other, { [service]: configured })).toBe(await pathOf(other));
  }
});

test('only calls that have another one below /v3 are made at the alternative base, and none while it is not configured', async () => {
  const usual = await Promise.all((Object.keys(calls) as Service[]).map((service) => pathOf(service)));
  const without = await Promise.all((Object.keys(calls) as Service[]).map((service) => pathOf(service, {}, '')));
  expect(without).toEqual(usual);
  const base = 'https://compra.example';
  const elsewhere = await Promise.all((Object.keys(calls) as Service[]).map((service) => pathOf(service, {}, base)));
  expect(elsewhere.filter((path) => path.startsWith(base))).toEqual([`${base}/v3/procesodecompra/ID`]);
  expect(elsewhere.filter((path) => !path.startsWith(base))).toEqual(usual.filter((path) => path !== '/v2/Proceso/ID'));
});
