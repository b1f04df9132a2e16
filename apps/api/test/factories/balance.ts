import type { Db } from '../../src/db/connect.ts';
import type { Checkout } from './checkout.ts';
import { answerOf } from './client.ts';
import type { anOrganiser } from './office.ts';

/** A buyer whose card paid for so many tickets, which were refunded as balance; with that order. */
export async function aBuyerWithBalance(
  { stranger, purchase }: Pick<Checkout, 'stranger' | 'purchase'>,
  organiser: Pick<Awaited<ReturnType<typeof anOrganiser>>, 'refund' | 'validTickets'>,
  { tickets = 1 } = {},
) {
  const buyer = await stranger();
  const order = await purchase({ seats: tickets, customerId: buyer.customerId });
  answerOf(await buyer.pay(order));
  const ticketIds = await organiser.validTickets(order.id);
  answerOf(await organiser.refund(order.id, { ticketIds, amount: order.total, way: 'balance' }));
  return { buyer, order };
}

/** Everything that a customer has: balance, purchases, and what was booked of them. */
export const everythingOf = (db: Db, customerId: string) => db`
  select (select jsonb_agg(to_jsonb(balance)) from balance where customer_id = ${customerId}) as balance,
         (select jsonb_agg(to_jsonb(purchase) order by id) from purchase where customer_id = ${customerId}) as purchases,
         (select jsonb_agg(to_jsonb(entry) order by transaction_id, position) from ledger_entry as entry
            join purchase on purchase.id = purchase_id where customer_id = ${customerId}) as ledger`;
