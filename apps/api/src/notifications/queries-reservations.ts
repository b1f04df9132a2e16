import type { LanguageCode } from '@butaca/brand/languages';
import type { Db } from '#db/connect';
import { isMailboxProved, mailboxOf } from '../mailboxes/index.ts';

export interface ReservationToTell {
  readonly id: string;
  readonly stage: 'open' | 'reserved' | 'paying' | 'offered' | 'paid' | 'expired' | 'cancelled';
  readonly until: Temporal.Instant;
  readonly timeZone: string;
  readonly showName: string;
  readonly places: number;
  /** Minor units, as it was when it was made. */
  readonly total: number;
  readonly language: LanguageCode | null;
  /** Its mailbox, by somebody who reads it. */
  readonly isProved: boolean;
  readonly buyer: { readonly firstName: string; readonly lastName: string; readonly email: string };
}

/** Nothing when the account was erased. */
export async function reservationToTell(db: Db, purchaseId: string): Promise<ReservationToTell | undefined> {
  const [row] = await db<ReservationToTell[]>`
    select purchase.id, stage, until, time_zone as "timeZone", show.name as "showName",
           coalesce((select sum(cardinality(place_ids))::integer from hold where hold.purchase_id = purchase.id),
                    jsonb_array_length(reservation.priced -> 'tickets')) as places,
           (reservation.priced -> 'totals' ->> 'total')::bigint as total,
           coalesce(purchase.language, customer.language) as language, ${isMailboxProved(db)} as "isProved",
           jsonb_build_object('firstName', first_name, 'lastName', last_name,
                              'email', ${mailboxOf(db)}) as buyer
      from reservation
      join purchase on purchase.id = purchase_id
      join performance on performance.id = performance_id
      join show on show.id = show_id
      join venue on venue.id = performance.venue_id
      join customer on customer.id = purchase.customer_id and erased_at is null
     where purchase_id = ${purchaseId}`;
  return row;
}
