import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';

/** One place that stands for another of the same performance. */
export interface OfferedChange {
  readonly performanceId: number;
  readonly from: number;
  readonly to: number;
}

/** A day from now, and never beyond the time at which its channel ends to sell a performance that the purchase is for. */
const offerEnd = (db: Db | Tx, purchaseId: string) => db`(
  select least(clock_timestamp() + interval '24 hours', min(ends_at))
    from purchase
    join hold on hold.purchase_id = purchase.id
    join sale_now on sale_now.performance_id = hold.performance_id and sale_now.channel = purchase.channel
   where purchase.id = ${purchaseId})`;

/** Whether an offer made now would last so long. */
export const wouldLast = async (db: Db, purchaseId: string, seconds: number): Promise<boolean> =>
  (await db<{ lasts: boolean }[]>`select ${offerEnd(db, purchaseId)} > clock_timestamp() + make_interval(secs => ${seconds}) as lasts`)[0]
    ?.lasts === true;

interface NewOffer {
  readonly purchaseId: string;
  readonly reference: string;
  readonly changes: readonly OfferedChange[];
}

/** Answers when it ends. */
export async function insertOffer(
  tx: Tx,
  { purchaseId, reference, changes }: NewOffer,
): Promise<{ readonly until: Temporal.Instant; readonly untilMs: number }> {
  const [row] = await expectRows(
    1,
    tx<{ until: Temporal.Instant; untilMs: number }[]>`
      insert into offer (purchase_id, reference, changes, until)
      values (${purchaseId}, ${reference}, ${tx.json(changes as never)}, ${offerEnd(tx, purchaseId)})
      returning until, (extract(epoch from until) * 1000)::float8 as "untilMs"`,
  );
  return row as { until: Temporal.Instant; untilMs: number };
}

export interface OfferRow {
  readonly reference: string;
  readonly changes: readonly OfferedChange[];
  readonly untilMs: number;
  /** Before its end, by the database's clock, and none of its performances is cancelled. */
  readonly stands: boolean;
  /** One of its performances is, whether or not the worker has noticed it. */
  readonly isCancelled: boolean;
  readonly ending: 'accepted' | 'declined' | 'lapsed' | null;
}

/** Under the lock of its purchase it stays as it is. */
export async function readOffer(db: Db | Tx, purchaseId: string): Promise<OfferRow | undefined> {
  const [row] = await db<OfferRow[]>`
    select reference, changes, (extract(epoch from until) * 1000)::float8 as "untilMs", ending,
           until > clock_timestamp() and not is_cancelled as stands, is_cancelled as "isCancelled"
      from offer cross join lateral (
        select exists (select from hold join performance on performance.id = hold.performance_id
                        where hold.purchase_id = offer.purchase_id and performance.state = 'cancelled') as is_cancelled) as evenings
     where purchase_id = ${purchaseId}`;
  return row;
}

export const endOffer = (tx: Tx, purchaseId: string, ending: NonNullable<OfferRow['ending']>) =>
  expectRows(1, tx`update offer set ending = ${ending}, ended_at = clock_timestamp() where purchase_id = ${purchaseId} and ending is null`);
