import { type Endpoint, endpoints } from '@butaca/contract';
import { readExamples } from '@butaca/contract/examples';
import { makeExport } from '../../src/customers/privacy/data-export.ts';
import { insertSession } from '../../src/customers/queries.ts';
import { newSessionToken } from '../../src/customers/session.ts';
import type { Db } from '../../src/db/connect.ts';
import { anAuthority } from './bills.ts';
import { aCheckout } from './checkout.ts';
import { aCounter } from './counter.ts';
import { loggedIn, SECRET } from './customers.ts';
import { haveUndelivered } from './undelivered.ts';

export const allEndpoints = Object.entries(endpoints as Readonly<Record<string, Endpoint>>);

const PASSAGES = { rows: 40, startsAt: Temporal.Instant.from('2040-05-18T23:30:00Z') };

/** One customer with everything that calls name by an id, and somebody of each role. */
export async function aWorldOfCalls(db: Db) {
  const taxOffice = await anAuthority();
  const checkout = await aCheckout(db, undefined, [PASSAGES], { billing: taxOffice.packAt(db) });
  const { app, buyer, sale } = checkout;
  const signedIn = async (role: 'customer' | 'organiser' | 'door') => {
    const { token, email } = await loggedIn(app);
    const [row] = await db<{ id: string }[]>`update customer set role = ${role} where email = ${email} returning id`;
    return { token, customerId: row?.id ?? '' };
  };
  const clerk = await aCounter(db, app);
  const people = {
    owner: buyer,
    stranger: await signedIn('customer'),
    'box-office': clerk,
    organiser: await signedIn('organiser'),
    door: await signedIn('door'),
  };
  const tokens = Object.fromEntries(Object.entries(people).map(([who, { token }]) => [who, token])) as Record<keyof typeof people, string>;
  /** One more session of whoever may make the call. */
  const signIn = async ({ access }: Pick<Endpoint, 'access'>): Promise<string | undefined> => {
    if (access === 'anonymous') return undefined;
    const { customerId } = people[access === 'customer' ? 'owner' : access];
    const { token, sessionId } = newSessionToken(SECRET);
    await insertSession(db, { id: sessionId, customerId, minutes: 180, secondFactor: false, device: null, language: null });
    return token;
  };
  const send = (method: Endpoint['method'], url: string, { token, body }: { token?: string | undefined; body?: unknown } = {}) =>
    app.inject({
      method,
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'idempotency-key': `every-call-${++clicks}`,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  const asOwner = async (method: Endpoint['method'], url: string, body?: unknown) =>
    (await send(method, url, { token: buyer.token, body })).json().oData;

  const paid = await checkout.purchase();
  await buyer.pay(paid);
  await taxOffice.issue(db);
  const [bill] = await db<{ id: string }[]>`select id from bill where purchase_id = ${paid.id}`;
  const mailId = await haveUndelivered(db, { purchaseId: paid.id });
  const { listaDomicilio } = await asOwner('POST', '/v2/Cliente/Domicilio/Insertar', exampleOf('addAddress'));
  const { listaTelefono } = await asOwner('GET', '/v2/Cliente/Informacion');
  await asOwner('POST', '/v2/Cliente/Privacidad/Descarga');
  const [file] = await db<{ id: string }[]>`select id from data_export where customer_id = ${buyer.customerId}`;
  await makeExport({ db, readKeptCards: async () => ({ cards: [], isPartial: false }), language: 'es' }, file?.id ?? '');
  const { listaSesion } = await asOwner('GET', '/v2/Cliente/Sesion');

  /** The path of a call about the owner's things; those of the catalogue are everybody's. */
  const pathOf = ({ path }: Endpoint, purchaseId: string) =>
    path
      .replace(/(?<=\/domicilio\/):id/i, listaDomicilio[0].idClienteDomicilio)
      .replace(/(?<=\/telefono\/):id/i, listaTelefono[0].idClienteTelefono)
      .replace(/(?<=\/sesion\/):id/i, listaSesion[0].idSesion)
      .replace(/(?<=\/proceso\/(?:confirmacion\/)?|\/reserva\/):id/i, purchaseId)
      .replace(/(?<=\/descarga\/):id/i, file?.id ?? '')
      .replace(/(?<=\/operacion\/cambio\/(?:pago\/)?):id/i, 'A'.repeat(22))
      .replace(':idOperacion', paid.id)
      .replace(':idComprobante', bill?.id ?? '')
      .replace(':idDevolucion', 'A'.repeat(22))
      .replace(':idCorreo', mailId)
      .replace(':cardBin', '450799')
      .replace(':cFormato', 'a4')
      .replace(':cReferencia', '0'.repeat(32))
      .replace(/(?<=\/funcion\/):id/i, String(sale.performanceId))
      .replace(/:\w+/g, '1');

  return { ...checkout, tokens, signIn, send, pathOf, isOwned: (path: string) => OWNED.test(path) };
}

let clicks = 0;

/** Calls about something of one customer's; a purchase may be given up by whoever knows its id. */
const OWNED = /^\/v\d\/(?:Cliente\/(?:Domicilio|Telefono|Sesion|Privacidad\/Descarga)\/:|Operacion\/:|Proceso\/(?!:id\/invalidar).*:id)/i;

/** A body as it really went over the wire. */
export const exampleOf = (name: string): unknown => examples[name]?.request;
const examples = readExamples();
