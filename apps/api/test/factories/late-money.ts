import type { acceptOffer, confirmPayment, Outcome } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../src/db/connect.ts';
import type { Checkout } from './checkout.ts';
import { answerOf, resultOf } from './client.ts';
import { balancesOf } from './ledger.ts';
import { havePurchase, type Sale, stageOf, TICKET_TOTAL } from './purchase.ts';
import { letMinutesPass } from './time.ts';

type Buyer = Checkout['buyer'];
type Of = Pick<Sale, 'performanceId'>;

export const SEATS = Array.from({ length: 40 }, (_, seat) => seat);

export const one = async <Row>(rows: PromiseLike<readonly Row[]>): Promise<Row> => (await rows)[0] as Row;

/** What each payment has come to, or the code of the refusal. */
export const outcomesOf = (answers: readonly Outcome<typeof confirmPayment | typeof acceptOffer>[]) =>
  answers.map((answer) => (answer.status === 'ok' ? answer.data.outcome : resultOf(answer)));

/** Money that comes too late, what is offered for it, and what the tables say of it. */
export function lateMoney(db: Db, { app, buyer, gateway, sale }: Pick<Checkout, 'buyer' | 'gateway' | 'sale'> & { app: FastifyInstance }) {
  const sellTo = (owner: string, placeIds: readonly number[], { performanceId }: Of = sale) => db`
    update place set state = 'sold', purchase_id = ${owner}, held_until = null
     where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`;

  /** A purchase whose payment is approved by the gateway but unanswered until its places have expired. */
  async function aLatePayment({ placeIds = [4, 5] as readonly number[] } = {}) {
    const id = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds });
    const total = placeIds.length * TICKET_TOTAL;
    gateway.state.next.push('lost');
    await buyer.pay({ id, total });
    await letMinutesPass(db, id, 30);
    return { id, placeIds, total };
  }

  return {
    sellTo,
    aLatePayment,
    /** The last place of a late payment is another buyer's when the approval is found. */
    async anOffer(given?: Parameters<typeof aLatePayment>[0]) {
      const late = await aLatePayment(given);
      await sellTo('somebody', late.placeIds.slice(-1));
      return { ...late, shown: answerOf(await buyer.confirm(late.id)) };
    },
    /** Frees the whole house, in the tables and in the process's snapshot. */
    async emptyHouse() {
      gateway.state.refunds = 0;
      gateway.state.refundsFail = false;
      await db`update place set state = 'free', purchase_id = null, held_until = null`;
      await db`update ticket set state = 'void'`;
      await app.sale.live.reread(sale.performanceId, SEATS);
    },
    accept: (id: string, by: Buyer = buyer) => by.acceptOffer(id),
    decline: (id: string, by: Buyer = buyer) => by.declineOffer(id),
    isOver: (id: string) => letMinutesPass(db, id, 24 * 60 + 1),
    stageOf: (id: string) => stageOf(db, id),
    attemptOf: (id: string) =>
      one(db<{ state: string; reference: string }[]>`select state, reference from attempt where purchase_id = ${id}`),
    accountsOf: async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance])),
    holdOf: (id: string, { performanceId }: Of = sale) =>
      one(
        db<{ placeIds: number[]; state: string }[]>`
          select place_ids as "placeIds", state from hold where purchase_id = ${id} and performance_id = ${performanceId}`,
      ),
    placesOf: (id: string) =>
      db<{ placeId: number; state: string }[]>`
        select place_id as "placeId", state from place where purchase_id = ${id} order by performance_id, place_id`,
  };
}
