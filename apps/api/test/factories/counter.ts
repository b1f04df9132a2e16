import { chargeCash, chargeTerminal, type InputOf, takePlaces } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../src/db/connect.ts';
import { buyerAt } from './buyer.ts';
import { answerOf, type ClickOptions } from './client.ts';
import { loggedIn, visitorAt } from './customers.ts';
import type { Sale } from './purchase.ts';

let nextCoupon = 1000;

/** A clerk at a counter, and the calls of its screens. */
export async function aCounter(db: Db, app: FastifyInstance) {
  const { token, email } = await loggedIn(app);
  const [clerk] = await db<{ id: string }[]>`update customer set role = 'box-office' where email = ${email} returning id`;
  return {
    ...counterAt(app, token),
    customerId: clerk?.id ?? '',
    /** The same account at another place. */
    logInElsewhere: async () => counterAt(app, answerOf(await visitorAt(app).logIn(email)).token),
  };
}

/** A clerk's session at one process. */
export function counterAt(app: FastifyInstance, token: string) {
  const buyer = buyerAt(app, { token });
  return {
    ...buyer,
    /** Starts a sale with these places. */
    take: ({ performanceId }: Pick<Sale, 'performanceId'>, placeIds: readonly number[], options?: ClickOptions) =>
      buyer.call(takePlaces, { body: { performanceId, placeIds: [...placeIds], type: 'box' } }, options),
    /** Takes the money; amounts in minor units. */
    sell: (
      { id, total }: { id: string; total: number },
      { key, ...form }: ClickOptions & Partial<InputOf<typeof chargeCash>['body']> = {},
    ) => buyer.call(chargeCash, { params: { purchaseId: id }, body: { total, acceptsTerms: true, ...form } }, { key }),
    /** Sells what the card terminal took, all of it unless said otherwise; each call has a paper of its own. */
    sellOnTerminal: (
      { id, total }: { id: string; total: number },
      { key, ...form }: ClickOptions & Partial<InputOf<typeof chargeTerminal>['body']> = {},
    ) => {
      const paper = { onTerminal: total, brand: 'visa', lastFour: '4905', coupon: String(nextCoupon++) };
      return buyer.call(chargeTerminal, { params: { purchaseId: id }, body: { total, acceptsTerms: true, ...paper, ...form } }, { key });
    },
  };
}
