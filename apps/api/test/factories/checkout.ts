import type { FastifyInstance } from 'fastify';
import { limit } from '../../../../scripts/test/limits.ts';
import type { Db } from '../../src/db/connect.ts';
import type { Provider } from '../../src/payments/index.ts';
import { payway } from '../../src/payments/providers/payway/payway.ts';
import { buyerAt } from './buyer.ts';
import { customersApp, loggedIn } from './customers.ts';
import { aGateway } from './gateway.ts';
import { havePurchase, haveSales, type SaleGiven, TICKET_TOTAL } from './purchase.ts';

/** How long a charge waits for its answer; a query waits a third of it. */
const GATEWAY_TIMEOUT_MS = limit(2000);

/** A theatre, a buyer, and a gateway that plays the test's script unless another one is given. */
export async function aCheckout<const Given extends readonly [SaleGiven, ...SaleGiven[]] = readonly [SaleGiven]>(
  db: Db,
  another?: Provider,
  performances = [{}] as readonly SaleGiven[] as Given,
  options: Parameters<typeof customersApp>[1] = {},
) {
  const sales = await haveSales(db, performances);
  const [sale] = sales;
  const gateway = await aGateway();
  const card = another ?? payway({ url: gateway.url, publicKey: 'public', privateKey: 'private', timeoutMs: GATEWAY_TIMEOUT_MS });
  const app = await customersApp(db, { payments: [card], ...options });
  const buyer = await aBuyer(db, app);
  let next = 0;
  const areTaken = async (placeIds: readonly number[]) => {
    const taken = await db`select from place where performance_id = ${sale.performanceId} and place_id = any (${[...placeIds]}::integer[])
         and state <> 'free'`;
    return taken.length > 0;
  };

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
      let placeIds: readonly number[];
      // Another test's buyer may have bought one in place of a seat that was gone.
      do placeIds = Array.from({ length: seats }, () => next++);
      while (await areTaken(placeIds));
      const id = await havePurchase(db, { sale, customerId, placeIds, startedMinutesAgo, deliveryTypeId });
      return { id, placeIds, total: seats * TICKET_TOTAL };
    },
    close: async () => {
      await app.close();
      gateway.close();
    },
  };
}

export type Checkout = Awaited<ReturnType<typeof aCheckout<readonly [SaleGiven]>>>;

/** A customer with a session and a confirmed address. */
async function aBuyer(db: Db, app: FastifyInstance) {
  const { token, email } = await loggedIn(app);
  const [row] = await db<{ id: string }[]>`update customer set email_confirmed_at = now() where email = ${email} returning id`;
  return {
    ...buyerAt(app, { token }),
    customerId: row?.id ?? '',
    file: (path: string) => app.inject({ url: path, headers: { authorization: `Bearer ${token}` } }),
  };
}
