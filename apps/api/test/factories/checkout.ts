import type { FastifyInstance } from 'fastify';
import type { Db } from '../../src/db/connect.ts';
import { type CardGateway, payway } from '../../src/payments/index.ts';
import { callsOf, customersApp, loggedIn } from './customers.ts';
import { aGateway } from './gateway.ts';
import { havePurchase, haveSales, type SaleGiven, TICKET_TOTAL } from './purchase.ts';

/** Silence is not waited for longer than this, a question for a third of it; what is answered is answered sooner, however slow the machine. */
const GATEWAY_TIMEOUT_MS = 2000;

/** A theatre with a gateway that does as it is told, unless another one is given, and a buyer. */
export async function aCheckout(db: Db, another?: CardGateway, performances: readonly [SaleGiven, ...SaleGiven[]] = [{}]) {
  const sales = await haveSales(db, performances);
  const [sale] = sales;
  const gateway = await aGateway();
  const card = another ?? payway({ url: gateway.url, publicKey: 'public', privateKey: 'private', timeoutMs: GATEWAY_TIMEOUT_MS });
  const app = await customersApp(db, { payments: { card } });
  const buyer = await aBuyer(db, app);
  let next = 0;

  return {
    app,
    sale,
    sales,
    card,
    gateway,
    buyer,
    stranger: () => aBuyer(db, app),
    /** An open purchase of two seats that were never taken. */
    async purchase({ startedMinutesAgo = 1, seats = 2, deliveryTypeId = 1 as number | null, customerId = buyer.customerId } = {}) {
      const placeIds = Array.from({ length: seats }, () => next++);
      const id = await havePurchase(db, { sale, customerId, placeIds, startedMinutesAgo, deliveryTypeId });
      return { id, placeIds, total: seats * TICKET_TOTAL };
    },
    close: async () => {
      await app.close();
      gateway.close();
    },
  };
}

async function aBuyer(db: Db, app: FastifyInstance) {
  const { token, email } = await loggedIn(app);
  const [row] = await db<{ id: string }[]>`select id from customer where email = ${email}`;
  const { send } = callsOf(app);
  let clicks = 0;
  return {
    customerId: row?.id ?? '',
    token,
    file: (path: string) => app.inject({ url: path, headers: { authorization: `Bearer ${token}` } }),
    get: (path: string, at = app) => callsOf(at).send('GET', path, undefined, token),
    post: (purchaseId: string, call: string, body: object) => send('POST', `/v2/Proceso/${purchaseId}/${call}`, body, token),
    /** Presses the button; each press has a key of its own unless one is given. */
    pay: (
      purchase: { id: string; total: number },
      { key = `click-number-${++clicks}`, ...form }: { key?: string } & Record<string, unknown> = {},
      at = app,
    ) => callsOf(at).send('POST', `/v2/Proceso/${purchase.id}/Cobrar`, { ...cardForm, fTotal: purchase.total / 100, ...form }, token, key),
    confirm: (purchaseId: string) => send('POST', `/v2/proceso/confirmacion/${purchaseId}`, {}, token),
  };
}

/** What the buy screen sends, but for the amount. */
export const cardForm = {
  nFormaDePago: 1,
  cToken: '11111111-2222-3333-4444-555555555555',
  cBin: '450799',
  cUltimosCuatro: '4905',
  nCuotas: 3,
  cTitular: 'Julia Paredes',
  cTipoDeDocumento: 'DNI',
  cDocumento: '30123456',
  cEmail: 'julia@correo.example',
  lAceptaTerminos: 'S',
};
