import type { Db } from '#db/connect';

/** Where the money of one provider is; minor units. */
export interface ProviderMoney {
  readonly name: string;
  readonly currency: string;
  /** Taken in and not given back. */
  readonly kept: number;
  readonly returned: number;
  /** Asked for, with an outcome that is not known. */
  readonly inDoubt: number;
  /** Asked for, and its buyers have still to pay, such as in cash. */
  readonly waiting: number;
  /** Taken in and owed to buyers. */
  readonly owed: number;
}

/** Entries of what providers and drawers have. */
const isTaken = (db: Db) => db`(account like 'clearing:%' or account = 'cash_drawer')`;

/** Where every cent is, by provider: its own account, what is owed and what is in doubt. And what customers have as balance, set aside or not. */
export async function moneyByProvider(db: Db): Promise<{ providers: ProviderMoney[]; balances: number }> {
  const [providers, [balances]] = await Promise.all([
    db<ProviderMoney[]>`
      with taken as (
        select case account when 'cash_drawer' then 'cash' else substr(account, length('clearing:') + 1) end as provider, currency,
               sum(amount) as kept, -sum(amount) filter (where amount < 0) as returned
          from ledger_entry where ${isTaken(db)} group by 1, 2
      ), owing as (
        select attempt.provider, entry.currency, -sum(entry.amount) as owed
          from ledger_entry as entry
          join ledger_transaction as moved on moved.purchase_id = entry.purchase_id and moved.id = entry.transaction_id
          join attempt on attempt.purchase_id = moved.purchase_id and attempt.reference = moved.reference
         where account = 'owed_to_buyer' group by 1, 2 having sum(entry.amount) <> 0
      ), doubtful as (
        select provider, currency, sum(amount) filter (where not waits) as amount, sum(amount) filter (where waits) as waiting
          from attempt cross join lateral (select state = 'pending' and slow_until is not null as waits) as means
         where state in ('started', 'unknown', 'pending', 'processing') group by 1, 2
      )
      select provider as name, currency, coalesce(kept, 0)::bigint as kept, coalesce(returned, 0)::bigint as returned,
             coalesce(doubtful.amount, 0)::bigint as "inDoubt", coalesce(waiting, 0)::bigint as waiting, coalesce(owed, 0)::bigint as owed
        from taken full join owing using (provider, currency) full join doubtful using (provider, currency)
       order by provider, currency`,
    db<
      { amount: number }[]
    >`select coalesce(-sum(amount), 0)::bigint as amount from ledger_entry where account in ('customer_balance', 'set_aside')`,
  ]);
  return { providers: [...providers], balances: balances?.amount ?? 0 };
}

/** One thing that does not add up, by the attempt that it is about. */
export interface LedgerFault {
  readonly what:
    | 'does not sum to zero'
    | 'booked on another provider'
    | 'approved and not booked'
    | 'booked and not approved'
    | 'returned and still owed'
    | 'refunded and still owed'
    | 'more went back than came in'
    | 'paid without tickets or refund'
    | 'owed for more than a day'
    | 'set aside for no payment'
    | 'a balance differs from its movements';
  /** Of a balance the latest of its purchases. */
  readonly purchaseId: string;
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
}

/** What a sound ledger never has; the first of each kind, by purchase. */
export const findLedgerFaults = (db: Db, most: number) => db<LedgerFault[]>`
  with balance as (
    select moved.purchase_id, moved.reference, sum(amount) as all,
           coalesce(sum(amount) filter (where ${isTaken(db)}), 0) as kept,
           coalesce(-sum(amount) filter (where account = 'owed_to_buyer'), 0) as owed,
           coalesce(-sum(amount) filter (where account = 'set_aside'), 0) as set_aside,
           -- A balance that is set aside, or was, is no payment.
           bool_or(moved.kind not in ('set_aside', 'set_back')) as is_booked
      from ledger_entry as entry
      join ledger_transaction as moved on moved.purchase_id = entry.purchase_id and moved.id = entry.transaction_id
     group by 1, 2
  ), refunds as (
    select purchase_id, reference, sum(amount) as amount, bool_or(state = 'returning') as is_returning,
           bool_or(state = 'returning' and started_at < clock_timestamp() - interval '1 day') as is_late
      from refund group by 1, 2
  ), faults as (
    select 'does not sum to zero' as what, purchase_id, reference, balance.all as amount from balance where balance.all <> 0
    union all
    select distinct 'booked on another provider', attempt.purchase_id, attempt.reference, attempt.amount
      from ledger_entry as entry
      join ledger_transaction as moved on moved.purchase_id = entry.purchase_id and moved.id = entry.transaction_id
      join attempt on attempt.purchase_id = moved.purchase_id and attempt.reference = moved.reference
     where account like 'clearing:%' and account <> 'clearing:' || attempt.provider
    union all
    select 'approved and not booked', attempt.purchase_id, attempt.reference, attempt.amount
      from attempt left join balance using (purchase_id, reference)
     where attempt.state = 'approved' and attempt.amount > 0 and not coalesce(is_booked, false)
    union all
    select 'booked and not approved', attempt.purchase_id, attempt.reference, balance.kept
      from attempt join balance using (purchase_id, reference)
     where attempt.state not in ('approved', 'offered', 'secured', 'returning', 'reversed', 'refunded') and is_booked
    union all
    select 'set aside for no payment', attempt.purchase_id, attempt.reference, set_aside - from_balance
      from attempt join balance using (purchase_id, reference)
     where set_aside <> case when attempt.state in ('started', 'unknown', 'pending', 'processing', 'offered') then from_balance else 0 end
    union all
    select 'returned and still owed', attempt.purchase_id, attempt.reference, balance.owed
      from attempt join balance using (purchase_id, reference)
     where attempt.state in ('reversed', 'refunded') and balance.owed <> 0
    union all
    select 'refunded and still owed', balance.purchase_id, balance.reference, balance.owed
      from balance join attempt using (purchase_id, reference) left join refunds using (purchase_id, reference)
     where attempt.state = 'approved' and balance.owed <> 0 and not coalesce(is_returning, false)
    union all
    select 'more went back than came in', purchase_id, reference, balance.kept from balance where balance.kept < 0
    union all
    select 'paid without tickets or refund', attempt.purchase_id, attempt.reference, attempt.amount
      from attempt left join refunds using (purchase_id, reference)
     where attempt.state = 'approved' and refunds.purchase_id is null
       and not exists (select from ticket where ticket.purchase_id = attempt.purchase_id)
    union all
    select 'owed for more than a day', purchase_id, reference, refunds.amount from refunds where is_late
    union all
    select 'a balance differs from its movements', coalesce(moves.purchase_id, ''), coalesce(moves.reference, ''),
           coalesce(kept.amount, 0) - coalesce(moves.amount, 0)
      from public.balance as kept
      full join (select customer_id, entry.currency, -sum(entry.amount) as amount, max(entry.purchase_id) as purchase_id, max(reference) as reference
                   from ledger_entry as entry join purchase on purchase.id = entry.purchase_id
                   join ledger_transaction as moved on moved.purchase_id = entry.purchase_id and moved.id = entry.transaction_id
                  where account = 'customer_balance' group by 1, 2) as moves using (customer_id, currency)
     where coalesce(kept.amount, 0) <> coalesce(moves.amount, 0)
  )
  select what, purchase_id as "purchaseId", reference, amount::bigint as amount from faults order by what, purchase_id limit ${most}`;
