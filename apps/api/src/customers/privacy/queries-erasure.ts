import type { Role } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { isOwn } from './queries-privacy.ts';

/** Undefined when there is no such account, or none any more. */
export const lockLiving = async (tx: Tx, customerId: string): Promise<{ readonly role: Role } | undefined> =>
  (await tx<{ role: Role }[]>`select role from customer where id = ${customerId} and erased_at is null for update`)[0];

interface Use {
  /** Until when one of the account's tickets may still let in; null when none does. */
  readonly ticketsUntil: Temporal.Instant | null;
  /** Deadline of a running purchase. */
  readonly purchaseUntil: Temporal.Instant | null;
  /** A payment without a final answer, places that were offered instead, or money that has not gone back yet. */
  readonly isMoneyUnderWay: boolean;
  /** The mail that tells the address before of a change was not sent yet; it names both, and goes with the account. */
  readonly isNoticeUnderWay: boolean;
}

/** A performance counts for a day longer than it was announced: doors read late, and what was cancelled is refunded. */
export async function useOf(db: Db | Tx, customerId: string): Promise<Use> {
  const [row] = await db<Use[]>`
    select (select max(starts_at) + interval '1 day'
              from purchase join ticket on ticket.purchase_id = purchase.id and ticket.state = 'valid'
              join performance on performance.id = ticket.performance_id
             where ${isOwn(db, customerId)} and purchase.stage = 'paid'
               and starts_at > clock_timestamp() - interval '1 day') as "ticketsUntil",
           (select max(deadline) from purchase where ${isOwn(db, customerId)} and stage in ('open', 'reserved')) as "purchaseUntil",
           exists (select from purchase where ${isOwn(db, customerId)} and stage in ('paying', 'offered'))
           or exists (select from purchase join attempt on attempt.purchase_id = purchase.id
                       where ${isOwn(db, customerId)}
                         and ((check_at is not null and attempt.state not in ('approved', 'reversed', 'refunded'))
                              or attempt.state in ('started', 'unknown', 'pending', 'processing', 'offered', 'secured', 'returning'))) as "isMoneyUnderWay",
           exists (select from mail_code join graphile_worker.jobs on key = 'tell-of-email.' || mail_code.id || '.before'
                    where customer_id = ${customerId} and (attempts < max_attempts or locked_at is not null)) as "isNoticeUnderWay"`;
  if (!row) throw new Error('the use of an account has no row');
  return row;
}

export const countOrders = async (db: Db, customerId: string): Promise<number> =>
  (await db<{ count: number }[]>`select count(*)::int as count from purchase where ${isOwn(db, customerId)} and stage = 'paid'`)[0]
    ?.count ?? 0;

/** What the customer has here to spend, in minor units; a brand has one currency. */
export const balanceToLose = async (db: Db, customerId: string): Promise<number> =>
  (await db<{ amount: number }[]>`select coalesce(sum(amount), 0)::bigint as amount from balance where customer_id = ${customerId}`)[0]
    ?.amount ?? 0;

/** Everything of an account that has rows of its own. `stored-data.test.ts` fails when a table that refers to customers is not here. */
export const deleteBelongings = (tx: Tx, customerId: string) =>
  Promise.all([
    // Before the sessions: a log-in that is under way holds one of these, and its session is there once it is over.
    tx`delete from known_device where customer_id = ${customerId}`,
    tx`delete from passkey where customer_id = ${customerId}`,
    tx`delete from log_in_link where customer_id = ${customerId}`,
    tx`delete from account_notice where customer_id = ${customerId}`,
    tx`delete from external_session using session where session.id = session_id and customer_id = ${customerId}`,
    tx`delete from session where customer_id = ${customerId}`,
    tx`delete from password_proof where customer_id = ${customerId}`,
    tx`delete from second_factor where customer_id = ${customerId}`,
    tx`delete from recovery_code where customer_id = ${customerId}`,
    tx`delete from mail_code where customer_id = ${customerId}`,
    tx`delete from customer_address where customer_id = ${customerId}`,
    tx`delete from customer_phone where customer_id = ${customerId}`,
    tx`delete from marketing_consent where customer_id = ${customerId}`,
    tx`delete from newsletter_subscription using customer where customer.id = ${customerId} and newsletter_subscription.email = lower(customer.email)`,
    tx`delete from show_alert using customer where customer.id = ${customerId} and show_alert.email = lower(customer.email)`,
    tx`delete from support_message where customer_id = ${customerId}`,
    tx`delete from external_identity where customer_id = ${customerId}`,
    tx`
      delete from nomination using ticket join purchase on purchase.id = ticket.purchase_id
       where ticket.performance_id = nomination.performance_id and ticket.id = nomination.ticket_id and ${isOwn(tx, customerId)}`,
    tx`delete from delivery_address using purchase where purchase.id = purchase_id and ${isOwn(tx, customerId)}`,
    tx`delete from order_mailbox using purchase where purchase.id = purchase_id and ${isOwn(tx, customerId)}`,
    tx`
      delete from undelivered_mail using customer
       where customer.id = ${customerId} and (customer_id = customer.id or address = lower(email))`,
    // A bill that the law still asks for keeps its receiver until it is authorised. Locked, so that one that is being authorised now is waited for.
    tx`
      select from bill join purchase on purchase.id = purchase_id
       where ${isOwn(tx, customerId)} and kind = 'bill' and state <> 'authorised' for share of bill`,
    tx`
      delete from bill_receiver using purchase
       where purchase.id = bill_receiver.purchase_id and ${isOwn(tx, customerId)}
         and not exists (select from bill where bill.purchase_id = purchase.id and kind = 'bill' and state <> 'authorised')`,
    tx`delete from data_export where customer_id = ${customerId}`,
  ]);

/** Answers when it was erased. */
export async function clearCustomer(tx: Tx, customerId: string): Promise<Temporal.Instant> {
  const [row] = await tx<{ erasedAt: Temporal.Instant }[]>`
    update customer
       set email = null, first_name = null, last_name = null, gender = null, document_type = null, document_number = null, birthday = null,
           country = null, password_hash = null, email_confirmed_at = null, has_alias = false, alias = null, language = null,
           erased_at = clock_timestamp()
     where id = ${customerId} returning erased_at as "erasedAt"`;
  if (!row) throw new Error('customer to erase has no row');
  return row.erasedAt;
}
