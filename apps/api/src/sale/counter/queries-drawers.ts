import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { randomId } from '#db/random-id';

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
  /** Of a closed one. */
  readonly counted: number | null;
  /** Counted less expected. */
  readonly difference: number | null;
  readonly note: string | null;
}

const MOST_LISTED = 200;

/** Of one clerk, only the open one if so asked, or those of everybody; the newest first. */
export const findDrawers = (db: Db | Tx, { staffId, onlyOpen = false }: { staffId?: string; onlyOpen?: boolean }) => db<DrawerRow[]>`
  select drawer.id, staff_id as "staffId", case when erased_at is null then first_name || ' ' || last_name end as "staffName",
         opened_at as "openedAt", closed_at as "closedAt", note, sums.*
    from drawer
    left join customer on customer.id = staff_id
   cross join lateral (
     select coalesce(sum(amount) filter (where kind = 'float'), 0)::bigint as float,
            coalesce(sum(amount) filter (where kind = 'sale'), 0)::bigint as sales,
            (count(*) filter (where kind = 'sale'))::integer as "saleCount",
            coalesce(-sum(amount) filter (where kind = 'paid_out'), 0)::bigint as "paidOut",
            (count(*) filter (where kind = 'paid_out'))::integer as "paidOutCount",
            (-sum(amount) filter (where kind = 'counted'))::bigint as counted,
            (sum(amount) filter (where kind = 'difference'))::bigint as difference
       from drawer_entry where drawer_id = drawer.id) as sums
   where ${staffId === undefined ? db`true` : db`staff_id = ${staffId}`} and ${onlyOpen ? db`closed_at is null` : db`true`}
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

export const hasFloat = async (tx: Tx, drawerId: string): Promise<boolean> =>
  (await tx`select from drawer_entry where drawer_id = ${drawerId} and kind = 'float'`).length > 0;

/** What should be in it, in minor units. */
export const sumOfDrawer = async (tx: Tx, drawerId: string): Promise<number> => {
  const [row] = await tx<{ sum: number }[]>`
    select coalesce(sum(amount), 0)::bigint as sum from drawer_entry where drawer_id = ${drawerId}`;
  return row?.sum ?? 0;
};

export const endDrawer = (tx: Tx, drawerId: string, note: string | null) =>
  expectRows(1, tx`update drawer set closed_at = clock_timestamp(), note = ${note} where id = ${drawerId} and closed_at is null`);
