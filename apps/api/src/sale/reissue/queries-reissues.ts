import type { Db, Tx } from '#db/connect';

interface NewReissue {
  readonly purchaseId: string;
  /** The buyer, or the member of staff who does it for them. */
  readonly doneBy: string;
  readonly byStaff: boolean;
  /** Of the click. */
  readonly key: string;
  readonly ticketCount: number;
  readonly leftCount: number;
}

export interface ReissueRow extends Pick<NewReissue, 'purchaseId' | 'byStaff' | 'ticketCount' | 'leftCount'> {
  readonly at: Temporal.Instant;
  /** Null of a buyer, and of somebody whose account was erased. */
  readonly staffName: string | null;
}

export const insertReissue = (tx: Tx, { purchaseId, doneBy, byStaff, key, ticketCount, leftCount }: NewReissue) => tx<
  { at: Temporal.Instant }[]
>`
  insert into reissue (purchase_id, done_by, by_staff, idempotency_key, ticket_count, left_count)
  values (${purchaseId}, ${doneBy}, ${byStaff}, ${key}, ${ticketCount}, ${leftCount}) returning at`;

/** What a click did that comes again. */
export const findReissue = (tx: Db | Tx, { purchaseId, doneBy, key }: Pick<NewReissue, 'purchaseId' | 'doneBy' | 'key'>) => tx<
  Pick<ReissueRow, 'at' | 'byStaff' | 'ticketCount' | 'leftCount'>[]
>`
  select at, by_staff as "byStaff", ticket_count as "ticketCount", left_count as "leftCount"
    from reissue where purchase_id = ${purchaseId} and done_by = ${doneBy} and idempotency_key = ${key}`;

/** For what is asked before the transaction; rows stay for good. */
export const wasReissued = async (db: Db, click: Pick<NewReissue, 'purchaseId' | 'doneBy' | 'key'>): Promise<boolean> =>
  (await findReissue(db, click)).length === 1;

/** Of these orders, the oldest first. */
export const findReissues = (db: Db, purchaseIds: readonly string[]) => db<ReissueRow[]>`
  select purchase_id as "purchaseId", at, by_staff as "byStaff", ticket_count as "ticketCount", left_count as "leftCount",
         case when by_staff and erased_at is null then first_name || ' ' || last_name end as "staffName"
    from reissue left join customer on customer.id = done_by
   where purchase_id = any (${[...purchaseIds]}::text[]) order by at`;

/** Seconds until the buyer has issued the tickets of an order anew fewer than `most` times within a day; no row while it is so. */
export const reissueWait = (tx: Tx, purchaseId: string, most: number) => tx<{ seconds: number }[]>`
  select greatest(1, ceil(extract(epoch from at + interval '1 day' - clock_timestamp())))::integer as seconds
    from reissue
   where purchase_id = ${purchaseId} and not by_staff and at > clock_timestamp() - interval '1 day'
   order by at desc offset ${most - 1} limit 1`;
