import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { randomId } from '#db/random-id';

interface LoweredRow {
  readonly atMs: number;
  readonly isComplimentary: boolean;
  readonly orderNumber: number | null;
  readonly ticketCount: number;
  readonly amount: number;
  readonly reason: string;
}

/** Cash that the clerk put in (positive) or took out (negative). */
interface CashMoveRow {
  readonly atMs: number;
  readonly amount: number;
  readonly reason: string;
}

/** A clerk's drawer with its sums; minor units. */
export interface DrawerRow {
  readonly id: string;
  readonly staffId: string;
  /** Null when the account was erased since. */
  readonly staffName: string | null;
  readonly openedAt: Temporal.Instant;
  readonly closedAt: Temporal.Instant | null;
  readonly float: number;
  readonly sales: number;
  readonly saleCount: number;
  readonly paidOut: number;
  readonly paidOutCount: number;
  /** Taken on a card terminal, and given back on it. */
  readonly onTerminal: number;
  readonly onTerminalCount: number;
  readonly backOnTerminal: number;
  readonly backOnTerminalCount: number;
  /** Sales of which a part was paid in cash beside the terminal. */
  readonly mixedCount: number;
  readonly cashIn: number;
  readonly cashOut: number;
  /** The first one first. */
  readonly cashMoves: readonly CashMoveRow[];
  /** What the clerk sold for less while it was open; the first one first. */
  readonly lowered: readonly LoweredRow[];
  /** Of a closed one. */
  readonly counted: number | null;
  /** Counted less expected. */
  readonly difference: number | null;
  readonly note: string | null;
}

const MOST_LISTED = 200;

/** Of one clerk, or those of everybody; the newest first. */
export const findDrawers = (db: Db | Tx, staffId?: string) => db<DrawerRow[]>`
  select drawer.id, staff_id as "staffId", first_name || ' ' || last_name as "staffName",
         opened_at as "openedAt", closed_at as "closedAt", note, sums.*, slips.*, coalesce(lowered, '[]') as lowered
    from drawer
    left join customer on customer.id = staff_id
   cross join lateral (
     select coalesce(sum(amount) filter (where kind = 'float'), 0)::bigint as float,
            coalesce(sum(amount) filter (where kind = 'sale'), 0)::bigint as sales,
            (count(*) filter (where kind = 'sale'))::integer as "saleCount",
            coalesce(-sum(amount) filter (where kind = 'paid_out'), 0)::bigint as "paidOut",
            (count(*) filter (where kind = 'paid_out'))::integer as "paidOutCount",
            coalesce(sum(amount) filter (where kind = 'cash_in'), 0)::bigint as "cashIn",
            coalesce(-sum(amount) filter (where kind = 'cash_out'), 0)::bigint as "cashOut",
            coalesce(jsonb_agg(jsonb_build_object('atMs', round(extract(epoch from at) * 1000), 'amount', amount, 'reason', reason) order by id)
                       filter (where kind in ('cash_in', 'cash_out')), '[]') as "cashMoves",
            (-sum(amount) filter (where kind = 'counted'))::bigint as counted,
            (sum(amount) filter (where kind = 'difference'))::bigint as difference
       from drawer_entry where drawer_id = drawer.id) as sums
   cross join lateral (
     select coalesce(sum(amount) filter (where refund_id is null), 0)::bigint as "onTerminal",
            (count(*) filter (where refund_id is null))::integer as "onTerminalCount",
            coalesce(-sum(amount) filter (where refund_id is not null), 0)::bigint as "backOnTerminal",
            (count(*) filter (where refund_id is not null))::integer as "backOnTerminalCount",
            (count(*) filter (where refund_id is null and exists (
              select from drawer_entry where kind = 'sale' and purchase_id = terminal_slip.purchase_id)))::integer as "mixedCount"
       from terminal_slip where drawer_id = drawer.id) as slips
   cross join lateral (
     select jsonb_agg(jsonb_build_object('atMs', round(extract(epoch from at) * 1000), 'orderNumber', order_number, 'reason', reason,
                                         'isComplimentary', verb = 'complimentary',
                                         'ticketCount', (facts -> 'tickets')::integer, 'amount', (facts -> 'amount')::bigint) order by staff_action.id) as lowered
       from staff_action join purchase on purchase.id = purchase_id
      where staff_action.staff_id = drawer.staff_id and verb in ('lower_price', 'complimentary')
        and at >= opened_at and at <= coalesce(closed_at, 'infinity')) as lowered
   where ${staffId === undefined ? db`true` : db`staff_id = ${staffId}`}
   order by opened_at desc limit ${MOST_LISTED}`;

/**
 * The clerk's open drawer, opened without a float if there is none: nobody is turned away because a drawer was not opened. Locked against
 * being closed until the transaction ends; with `alone` against every other movement too.
 */
export async function lockOpenDrawer(tx: Tx, staffId: string, { alone = false } = {}): Promise<string> {
  for (;;) {
    await tx`insert into drawer (id, staff_id) values (${randomId()}, ${staffId}) on conflict (staff_id) where closed_at is null do nothing`;
    const [open] = await findOpenDrawer(tx, staffId, alone ? 'alone' : 'shared');
    // Closed by another tab between the two statements.
    if (open) return open.id;
  }
}

/** Locks the open drawer of a clerk, if there is one. */
export const findOpenDrawer = (tx: Tx, staffId: string, lock: 'alone' | 'shared') => tx<{ id: string }[]>`
  select id from drawer where staff_id = ${staffId} and closed_at is null ${lock === 'alone' ? tx`for update` : tx`for share`}`;

interface NewEntry {
  readonly drawerId: string;
  readonly kind: 'float' | 'sale' | 'paid_out' | 'difference' | 'counted';
  readonly amount: number;
  readonly purchaseId?: string;
  readonly refundId?: string;
}

export const insertDrawerEntry = (tx: Tx, { drawerId, kind, amount, purchaseId, refundId }: NewEntry) =>
  expectRows(
    1,
    tx`
      insert into drawer_entry (drawer_id, kind, amount, purchase_id, refund_id)
      values (${drawerId}, ${kind}, ${amount}, ${purchaseId ?? null}, ${refundId ?? null})`,
  );

export interface NewCashMove {
  readonly drawerId: string;
  /** Minor units; what is taken out is negative. */
  readonly amount: number;
  readonly reason: string;
  readonly key: string;
}

export const insertCashMove = (tx: Tx, { drawerId, amount, reason, key }: NewCashMove) =>
  expectRows(
    1,
    tx`
      insert into drawer_entry (drawer_id, kind, amount, reason, key)
      values (${drawerId}, ${amount > 0 ? 'cash_in' : 'cash_out'}, ${amount}, ${reason}, ${key})`,
  );

/** What this click of the clerk has moved, in whichever drawer of theirs. */
export const findCashMove = (tx: Tx, staffId: string, key: string) => tx<Omit<NewCashMove, 'key'>[]>`
  select drawer_id as "drawerId", amount, reason from drawer_entry
   where drawer_id in (select id from drawer where staff_id = ${staffId}) and key = ${key}`;

export interface NewSlip {
  readonly drawerId: string;
  readonly purchaseId: string;
  /** Only of what goes back. */
  readonly refundId?: string;
  /** Minor units; what goes back is negative. */
  readonly amount: number;
  readonly brand: string;
  readonly lastFour: string | null;
  readonly coupon: string;
}

/** False when this paper was entered before. */
export const insertSlip = async (tx: Tx, { drawerId, purchaseId, refundId, amount, brand, lastFour, coupon }: NewSlip): Promise<boolean> =>
  (
    await tx`
      insert into terminal_slip (drawer_id, purchase_id, refund_id, amount, brand, last_four, coupon)
      values (${drawerId}, ${purchaseId}, ${refundId ?? null}, ${amount}, ${brand}, ${lastFour}, ${coupon})
      on conflict (brand, last_four, coupon, (refund_id is null)) do nothing returning id`
  ).length > 0;

interface SlipOfSale {
  readonly amount: number;
  readonly brand: string;
  readonly lastFour: string | null;
  readonly coupon: string;
}

/** What a terminal took for a sale, if it took anything. */
export const findSlipOfSale = (db: Db | Tx, purchaseId: string) => db<SlipOfSale[]>`
  select amount, brand, last_four as "lastFour", coupon from terminal_slip where purchase_id = ${purchaseId} and refund_id is null`;

/** Forgets the digits of cards that terminals took so many months ago. */
export const forgetSlips = (db: Db, months: number) => db`
  update terminal_slip set last_four = null
   where last_four is not null and at < clock_timestamp() - make_interval(months => ${months}::int)`;

export const hasFloat = async (tx: Tx, drawerId: string): Promise<boolean> =>
  (await tx`select from drawer_entry where drawer_id = ${drawerId} and kind = 'float'`).length > 0;

/** What should be in it, in minor units. */
export const sumOfDrawer = async (tx: Tx, drawerId: string): Promise<number> => {
  const [row] = await tx<{ sum: number | null }[]>`
    select sum(amount)::bigint as sum from drawer_entry where drawer_id = ${drawerId}`;
  return row?.sum ?? 0;
};

export const endDrawer = (tx: Tx, drawerId: string, note: string | null) =>
  expectRows(1, tx`update drawer set closed_at = clock_timestamp(), note = ${note} where id = ${drawerId}`);
