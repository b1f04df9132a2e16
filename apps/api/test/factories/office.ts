import {
  findOfficeOrders,
  getOfficeMoney,
  getOfficeOrder,
  type InputOf,
  listRefunds,
  previewRefund,
  refundOrder,
  resendTickets,
  settleDoubt,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../src/db/connect.ts';
import { answerOf, type ClickOptions, clientOf } from './client.ts';
import { loggedIn } from './customers.ts';

/** An organiser, and what they can do with orders and payments at a process. */
export async function anOrganiser(db: Db, app: FastifyInstance) {
  const { token, email } = await loggedIn(app);
  const [row] = await db<{ id: string }[]>`update customer set role = 'organiser' where email = ${email} returning id`;
  return { ...officeAt(app, token), token, email, customerId: row?.id ?? '' };
}

type Refund = InputOf<typeof refundOrder>['body'];
type Doubt = InputOf<typeof settleDoubt>['body'];

export function officeAt(app: FastifyInstance, token: string) {
  const { call } = clientOf(app, { token });
  const of = (orderId: string) => ({ params: { orderId } });
  const preview = (orderId: string, ticketIds: readonly string[], way: Refund['way'] = 'original', countsGivenBack?: boolean) =>
    call(previewRefund, { ...of(orderId), body: { ticketIds: [...ticketIds], way, countsGivenBack } });
  const refund = (orderId: string, body: Omit<Refund, 'reason' | 'way'> & Partial<Refund>, options?: ClickOptions) =>
    call(refundOrder, { ...of(orderId), body: { way: 'original', reason: 'Lo pidió por correo', ...body } }, options);
  const order = async (orderId: string) => answerOf(await call(getOfficeOrder, of(orderId)));
  const validTickets = async (orderId: string) =>
    (await order(orderId)).tickets.flatMap(({ ticket }) => (ticket.state === 'valid' ? [ticket.id] : []));
  return {
    call,
    preview,
    refund,
    order,
    validTickets,
    /** Sees what it gives back, and refunds; the first so many valid tickets, or all. */
    async refundSome(
      orderId: string,
      { count, way = 'original', countsGivenBack }: { count?: number; way?: Refund['way']; countsGivenBack?: boolean } = {},
    ) {
      const ticketIds = (await validTickets(orderId)).slice(0, count);
      const { amount } = answerOf(await preview(orderId, ticketIds, way, countsGivenBack));
      return { ticketIds, amount, outcome: await refund(orderId, { ticketIds, way, amount, countsGivenBack }) };
    },
    find: async (search: string) => answerOf(await call(findOfficeOrders, { query: { search } })).items,
    refunds: async () => answerOf(await call(listRefunds, {})).items,
    money: async () => answerOf(await call(getOfficeMoney, {})),
    resend: (orderId: string, options?: ClickOptions) =>
      call(resendTickets, { ...of(orderId), body: { reason: 'No le llegaron' } }, options),
    settle: (reference: string, body: Pick<Doubt, 'verb'> & Partial<Doubt>, options?: ClickOptions) =>
      call(settleDoubt, { params: { reference }, body: { paymentId: undefined, reason: 'Visto en la procesadora', ...body } }, options),
  };
}
