import type { Db } from '#db/connect';

export interface LatePurchase {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** It was paid by other money, or is. */
  readonly isPaid: boolean;
  /** Of one performance, as the others go with it. */
  readonly showName: string;
  readonly timeZone: string;
  /** While places are offered that nobody has said anything to. */
  readonly offeredUntil: Temporal.Instant | null;
}

/** A purchase that was paid too late for its places, and whose it is. */
export async function latePurchase(db: Db, purchaseId: string): Promise<LatePurchase | undefined> {
  const [row] = await db<LatePurchase[]>`
    select purchase.id, stage = 'paid' as "isPaid", first_name as "firstName", last_name as "lastName", email, show.name as "showName", time_zone as "timeZone",
           case when offer.ending is null and offer.until > clock_timestamp() then offer.until end as "offeredUntil"
      from purchase
      join customer on customer.id = purchase.customer_id
      join performance on performance.id = (
             select min((part ->> 'performanceId')::integer) from attempt, jsonb_array_elements(split) as part
              where attempt.purchase_id = purchase.id)
      join show on show.id = performance.show_id
      join venue on venue.id = performance.venue_id
      left join offer on offer.purchase_id = purchase.id
     where purchase.id = ${purchaseId}`;
  return row;
}
