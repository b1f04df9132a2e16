import type { Db } from '../../src/db/connect.ts';
import { randomId } from '../../src/db/random-id.ts';
import { approveCharges, CASH, type SplitPart, settledAtOnce, startAttempts, startRefund } from '../../src/payments/index.ts';
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

interface Balance {
  readonly customerId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly performanceId: number;
}

/** A balance of an order from before, sold for cash and refunded. */
export const haveBalance = (db: Db, { customerId, amount, currency, performanceId }: Balance) =>
  db.begin(async (tx) => {
    const purchaseId = randomId();
    await tx`insert into purchase (id, customer_id, channel, started_at, deadline)
             values (${purchaseId}, ${customerId}, 'online', clock_timestamp(), clock_timestamp())`;
    const split: SplitPart[] = [{ account: 'tickets', performanceId, amount }];
    const sold = { purchaseId, idempotencyKey: purchaseId, provider: CASH, paymentMethodId: 2, amount, currency, split };
    const noCard = { instalments: 1, brand: null, bin: null, lastFour: null, checkAfterSeconds: null, tries: null };
    const [attempt] = await startAttempts(tx, [{ ...sold, ...noCard }]);
    if (!attempt) throw new Error('one attempt is one row');
    await approveCharges(tx, [{ attempt, answer: settledAtOnce(attempt) }]);
    const { reference } = attempt;
    const refund = { purchaseId, reference, provider: CASH, way: 'balance' as const, amount, currency, parts: split, tickets: [] };
    await startRefund(tx, { ...refund, reason: 'de antes' });
    await tx`update purchase set stage = 'cancelled', ended_at = clock_timestamp() where id = ${purchaseId}`;
  });
