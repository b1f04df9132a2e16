import type { Db, Tx } from '#db/connect';
import type { PricedPurchase } from '../queries.ts';
import { stagesBefore } from '../stages.ts';

/** One place that stands for another of the same performance. */
export interface OfferedChange {
  readonly performanceId: number;
  readonly from: number;
  readonly to: number;
}

interface PlacesOf {
  readonly purchaseId: string;
  readonly performanceId: number;
  readonly placeIds: readonly number[];
}

/** Those of its places that are somebody else's by now: neither its own, nor free, nor lapsed. */
export const findGone = (db: Db, { purchaseId, performanceId, placeIds }: PlacesOf) => db<{ placeId: number }[]>`
  select place_id as "placeId" from place
   where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])
     and not (state = 'free' or (state = 'held' and (purchase_id = ${purchaseId} or held_until < clock_timestamp())))`;

/** A day from now, and never beyond the start of a performance that the purchase is for. */
const offerEnd = (db: Db | Tx, purchaseId: string) => db`(
  select least(clock_timestamp() + interval '24 hours', min(starts_at))
    from hold join performance on performance.id = hold.performance_id where hold.purchase_id = ${purchaseId})`;

/** Whether an offer made now would last so long. */
export const wouldLast = async (db: Db, purchaseId: string, seconds: number): Promise<boolean> =>
  (await db<{ lasts: boolean }[]>`select ${offerEnd(db, purchaseId)} > clock_timestamp() + make_interval(secs => ${seconds}) as lasts`)[0]
    ?.lasts === true;

export async function insertOffer(
  tx: Tx,
  { purchaseId, reference, changes }: { purchaseId: string; reference: string; changes: readonly OfferedChange[] },
): Promise<Temporal.Instant> {
  const [row] = await tx<{ until: Temporal.Instant }[]>`
    insert into offer (purchase_id, reference, changes, until)
    values (${purchaseId}, ${reference}, ${tx.json(changes as never)}, ${offerEnd(tx, purchaseId)})
    returning until`;
  return (row as { until: Temporal.Instant }).until;
}

export const readPriced = async (tx: Tx, purchaseId: string): Promise<PricedPurchase> => {
  const [row] = await tx<{ priced: PricedPurchase }[]>`select priced from purchase where id = ${purchaseId}`;
  return (row as { priced: PricedPurchase }).priced;
};

/** What is paid stays what it was; the tickets are of the places offered now. */
export const beginOffer = (tx: Tx, purchaseId: string, priced: PricedPurchase) => tx`
  update purchase set stage = 'offered', priced = ${tx.json(priced as never)}
   where id = ${purchaseId} and stage = any (${stagesBefore('offered')}::text[])`;

/** Makes these the places of a hold until its offer ends, and a little longer; locked beforehand. */
export async function holdOffered(tx: Tx, { purchaseId, performanceId, placeIds }: PlacesOf, graceSeconds: number) {
  const until = tx`offer.until + make_interval(secs => ${graceSeconds})`;
  const [places] = await Promise.all([
    tx<{ placeId: number; heldUntilMs: number }[]>`
      update place set state = 'held', purchase_id = ${purchaseId}, held_until = ${until} from offer
       where offer.purchase_id = ${purchaseId} and performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])
      returning place_id as "placeId", (extract(epoch from held_until) * 1000)::float8 as "heldUntilMs"`,
    tx`
      update hold set place_ids = ${[...placeIds]}::integer[], held_until = ${until} from offer
       where offer.purchase_id = ${purchaseId} and hold.performance_id = ${performanceId} and hold.purchase_id = ${purchaseId}`,
  ]);
  return places;
}

/** Frees those of them that are still this purchase's; locked beforehand. */
export const freeOwn = (tx: Tx, { purchaseId, performanceId, placeIds }: PlacesOf) => tx<{ placeId: number }[]>`
  update place set state = 'free', purchase_id = null, held_until = null
   where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[]) and state = 'held' and purchase_id = ${purchaseId}
  returning place_id as "placeId"`;

export interface OfferRow {
  readonly reference: string;
  readonly changes: readonly OfferedChange[];
  readonly untilMs: number;
  /** Before its end, by the database's clock, and none of its performances is cancelled. */
  readonly stands: boolean;
  readonly ending: 'accepted' | 'declined' | 'lapsed' | null;
}

/** Under the lock of its purchase it stays as it is. */
export async function readOffer(db: Db | Tx, purchaseId: string): Promise<OfferRow | undefined> {
  const [row] = await db<OfferRow[]>`
    select reference, changes, (extract(epoch from until) * 1000)::float8 as "untilMs", ending,
           until > clock_timestamp() and not exists (
             select from hold join performance on performance.id = hold.performance_id
              where hold.purchase_id = offer.purchase_id and performance.state = 'cancelled') as stands
      from offer where purchase_id = ${purchaseId}`;
  return row;
}

export const endOffer = (tx: Tx, purchaseId: string, ending: NonNullable<OfferRow['ending']>) => tx`
  update offer set ending = ${ending}, ended_at = clock_timestamp() where purchase_id = ${purchaseId} and ending is null`;
