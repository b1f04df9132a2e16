import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import type { AttemptKey, SplitPart } from './queries.ts';
import { isUnprovenRefund } from './queries-unproven.ts';

/**
 * How money goes back: the way it came, in cash out of the drawer, on a counter's card terminal, or as balance of the customer; nothing for
 * what cost nothing; by chargeback when the card's bank took it; elsewhere when the provider gave it back of itself.
 */
export type RefundWay = 'provider' | 'drawer' | 'terminal' | 'balance' | 'nothing' | 'chargeback' | 'elsewhere';

export interface RefundKey {
  readonly purchaseId: string;
  readonly id: string;
}

interface RefundedTicket {
  readonly performanceId: number;
  readonly id: string;
}

/** Money of a paid purchase that goes back; amounts in minor units. */
export interface RefundRow extends RefundKey, AttemptKey {
  readonly way: RefundWay;
  readonly amount: number;
  /** What of it is cash, of what was paid on a terminal and in cash. */
  readonly cashAmount: number;
  readonly currency: string;
  readonly parts: readonly SplitPart[];
  readonly tickets: readonly RefundedTicket[];
  /** What the provider or the card's bank had given back before for no ticket, and is counted for these: it does not go back again. */
  readonly covered: number;
  /** It gives nothing back: a person said that what it counts was for no ticket. */
  readonly isForNoTicket: boolean;
  /** Of that, and a person has taken it back: it counts no more. */
  readonly isUndone: boolean;
  /** Ended by a person, without its provider. */
  readonly isClosed: boolean;
  readonly state: 'returning' | 'done';
  readonly reason: string;
  readonly startedAt: Temporal.Instant;
  readonly doneAt: Temporal.Instant | null;
  readonly tries: number;
  /** Why it is not done yet, in the provider's words. */
  readonly trouble: string | null;
}

const columns = (db: Db | Tx) => db`
  purchase_id as "purchaseId", id, reference, way, amount, cash_amount as "cashAmount", currency, parts, tickets, covered, for_no_ticket as "isForNoTicket", undone as "isUndone", closed as "isClosed", state, reason,
  started_at as "startedAt", done_at as "doneAt", tries, trouble`;

/** Longer than a provider may take: two callers never ask for the same refund at once. */
const lease = (db: Db | Tx) => db`interval '2 minutes'`;

export type NewRefund = Omit<
  RefundRow,
  'cashAmount' | 'covered' | 'isForNoTicket' | 'isUndone' | 'isClosed' | 'startedAt' | 'doneAt' | 'tries' | 'trouble' | 'state'
> &
  Partial<Pick<RefundRow, 'cashAmount' | 'covered' | 'isForNoTicket'>>;

/** Of a purchase that the caller has locked. Those that wait for a provider are looked after by the worker if their process dies. */
export const insertRefund = (tx: Tx, refund: NewRefund) => {
  const waits = refund.way === 'provider';
  return expectRows(
    1,
    tx`
      insert into refund (purchase_id, id, reference, way, amount, cash_amount, currency, parts, tickets, covered, for_no_ticket, asked_from, returned_before, reason, state, done_at, check_at)
      values (${refund.purchaseId}, ${refund.id}, ${refund.reference}, ${refund.way}, ${refund.amount}, ${refund.cashAmount ?? 0}, ${refund.currency},
              ${tx.json(refund.parts as never)}, ${tx.json(refund.tickets as never)}, ${refund.covered ?? 0}, ${refund.isForNoTicket ?? false}, null,
              -- For workers of the version before.
              (select coalesce(sum(amount), 0) from refund
                where purchase_id = ${refund.purchaseId} and reference = ${refund.reference} and way = 'provider'),
              ${refund.reason},
              ${waits ? 'returning' : 'done'}, case when ${!waits} then clock_timestamp() end,
              case when ${waits} then clock_timestamp() + ${lease(tx)} end)`,
  );
};

/** The oldest first. */
export const refundsOf = (db: Db | Tx, purchaseIds: readonly string[]) => db<RefundOfOrder[]>`
  select ${columns(db)}, ${isUnprovenRefund(db)} as "isUnproven" from refund where purchase_id = any (${[...purchaseIds]}::text[]) order by purchase_id, started_at, id`;

export const findRefund = async (tx: Tx, { purchaseId, id }: RefundKey): Promise<boolean> =>
  (await tx`select from refund where purchase_id = ${purchaseId} and id = ${id}`).length > 0;

export async function lockRefund(tx: Tx, { purchaseId, id }: RefundKey): Promise<RefundRow> {
  const [row] = await expectRows(
    1,
    tx<RefundRow[]>`select ${columns(tx)} from refund where purchase_id = ${purchaseId} and id = ${id} for update`,
  );
  return row as RefundRow;
}

/** Keeps what the provider said that it had given back of a payment when it was first asked for this refund; the first word counts. Answers it. */
export async function keepAskedFrom(db: Db, { purchaseId, id }: RefundKey, returned: number): Promise<number> {
  const [row] = await expectRows(
    1,
    db<{ askedFrom: number }[]>`
      update refund set asked_from = case asked_from when -1 then returned_before else coalesce(asked_from, ${returned}) end
       where purchase_id = ${purchaseId} and id = ${id}
      returning asked_from as "askedFrom"`,
  );
  return (row as { askedFrom: number }).askedFrom;
}

export const endRefund = (tx: Tx, { purchaseId, id }: RefundKey, { isClosed = false } = {}) =>
  expectRows(
    1,
    tx`
      update refund set state = 'done', closed = ${isClosed}, done_at = clock_timestamp(), check_at = null, tries = tries + 1, trouble = null
       where purchase_id = ${purchaseId} and id = ${id} and state = 'returning'`,
  );

/** What was counted for no ticket waits for a decision again. */
export const undoClosing = (tx: Tx, { purchaseId, id }: RefundKey) =>
  expectRows(1, tx`update refund set undone = true where purchase_id = ${purchaseId} and id = ${id} and for_no_ticket and not undone`);

/** Its provider did not do it: asked again soon at first, then at half of its age, at least every ten minutes. */
export const keepTrouble = (tx: Tx, { purchaseId, id }: RefundKey, trouble: string) =>
  expectRows(
    1,
    tx`
      update refund set tries = tries + 1, trouble = ${trouble}, check_at = ${nextCheck(tx)}
       where purchase_id = ${purchaseId} and id = ${id} and state = 'returning'`,
  );

const nextCheck = (db: Db | Tx) => db`
  clock_timestamp() + least(greatest((clock_timestamp() - started_at) / 2, interval '5 seconds'), interval '10 minutes')`;

/** Refunds that are due to be asked for again, each for one caller alone; one that dies with them leaves them to the next. */
export const takeDueRefunds = (db: Db, most: number) => db<RefundRow[]>`
  update refund set check_at = clock_timestamp() + ${lease(db)}
   where (purchase_id, id) in (
     select purchase_id, id from refund where check_at <= clock_timestamp() order by check_at limit ${most} for update skip locked)
  returning ${columns(db)}`;

interface OpenRefund extends RefundRow {
  /**
   * Of one that was taken for no ticket: what of its purchase's is counted for none yet, by the rule of `takenBefore`; otherwise 0, and where all tickets
   * are void.
   */
  readonly undecided: number;
}

/** The rule is `isTaken` of `taken-before.ts`, in the words of SQL for a list over all orders; a test compares both. */
const isTaken = (db: Db) => db`way in ('chargeback', 'elsewhere') and covered = 0 and tickets = '[]'`;

/** An order of products alone has none. */
const mayBeForTickets = (db: Db) => db`
  (exists (select from ticket where ticket.purchase_id = refund.purchase_id and ticket.state = 'valid')
   or not exists (select from ticket where ticket.purchase_id = refund.purchase_id))`;

/**
 * Refunds that are not done, and what cards' banks and providers themselves gave back: until it is decided what it was for, and anything of the last
 * 30 days. What waits for somebody comes first, then the oldest.
 */
export const findOpenRefunds = (db: Db, most: number) => db<OpenRefund[]>`
  select ${columns(db)}, undecided
    from refund
   cross join lateral (
     select case when ${isTaken(db)} and ${mayBeForTickets(db)} then (
              select greatest(sum(amount) filter (where ${isTaken(db)}) - sum(covered) filter (where not undone), 0)
                from refund as own where own.purchase_id = refund.purchase_id) else 0 end::bigint as undecided
   ) as told
   where state = 'returning'
      or (not undone and way in ('chargeback', 'elsewhere') and (undecided > 0 or started_at > clock_timestamp() - interval '30 days'))
   order by state = 'returning' or undecided > 0 desc, started_at, id limit ${most}`;

/** Of the last twelve months; the newest first. */
export const findLatestRefunds = (db: Db, most: number) => db<RefundRow[]>`
  select ${columns(db)} from refund
   where started_at > clock_timestamp() - interval '1 year' order by started_at desc, id limit ${most}`;

export interface RefundOfOrder extends RefundRow {
  /** Of a payment that its provider has not confirmed, or does not have: it may never have been charged. */
  readonly isUnproven: boolean;
}

interface Payment {
  readonly paymentId: string | null;
  readonly provider: string;
  readonly amount: number;
  readonly currency: string;
  readonly brand: string | null;
  readonly bin: string | null;
}

export async function paymentOf(db: Db | Tx, { purchaseId, reference }: AttemptKey): Promise<Payment> {
  const [row] = await expectRows(
    1,
    db<Payment[]>`
      select payment_id as "paymentId", provider, amount, currency, brand, bin
        from attempt where purchase_id = ${purchaseId} and reference = ${reference}`,
  );
  return row as Payment;
}
