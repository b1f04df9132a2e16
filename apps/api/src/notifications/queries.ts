import type { LanguageCode } from '@butaca/brand/languages';
import type { Db } from '#db/connect';
import { isMailboxProved, mailboxOf } from '../mailboxes/index.ts';

export interface LatePerformance {
  readonly showName: string;
  readonly startsAt: Temporal.Instant;
  readonly timeZone: string;
  /** Other places are offered for some of it. */
  readonly isOffered: boolean;
}

export interface LatePurchase {
  readonly id: string;
  /** As `formatOrderNumber` writes it; it was given when the first payment began. */
  readonly number: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Its mailbox, by somebody who reads it. */
  readonly isProved: boolean;
  readonly language: LanguageCode | null;
  /** Another payment paid for it, or is doing so. */
  readonly isPaid: boolean;
  /** References of payments that were not paid before a performance was cancelled. */
  readonly ofCancelled: readonly string[];
  /** References of payments that their provider looked at and did not decide. */
  readonly undecided: readonly string[];
  /** References of payments that a person booked as paid and their provider has not confirmed. */
  readonly typed: readonly string[];
  /** References of payments by one of two cards. */
  readonly ofTwoCards: readonly string[];
  /** All of them, the first to come first. */
  readonly performances: readonly LatePerformance[];
  /** It is not of products alone. */
  readonly hasPlaces: boolean;
  /** While its payment keeps its places: until when they are said to be kept. */
  readonly heldUntil: Temporal.Instant | null;
  /** References of payments that may be confirmed hours later. */
  readonly slow: readonly string[];
  /** Where the provider shows what they are to be paid with, by reference. */
  readonly slips: Readonly<Record<string, string>>;
  /** How each of its payments stands, by reference. */
  readonly attempts: Readonly<Record<string, string>>;
  /** While an offer of other places has no answer. */
  readonly offeredUntil: Temporal.Instant | null;
}

type Row = Omit<LatePurchase, 'performances'> & {
  readonly performances: readonly (Omit<LatePerformance, 'startsAt'> & { readonly startsAtMs: number })[] | null;
};

/** The number as `formatOrderNumber` writes it, null before the first payment; whether money was paid for it. */
export async function correctedOrder(db: Db, purchaseId: string): Promise<{ number: number | null; isPaid: boolean }> {
  const [row] = await db<{ number: number | null; isPaid: boolean }[]>`
    select order_number as number,
           stage = 'paid' and exists (select from attempt where attempt.purchase_id = purchase.id and state = 'approved' and amount > 0) as "isPaid"
      from purchase where id = ${purchaseId}`;
  return row ?? { number: null, isPaid: false };
}

/** A purchase that was paid too late for its places, with its customer. */
export async function latePurchase(db: Db, purchaseId: string, { graceSeconds = 0 } = {}): Promise<LatePurchase | undefined> {
  const [row] = await db<Row[]>`
    with concerned as (
      select (part ->> 'performanceId')::integer as id from attempt, jsonb_array_elements(split) as part where purchase_id = ${purchaseId}
       union
      select (ticket ->> 'performanceId')::integer from purchase, jsonb_array_elements(priced -> 'tickets') as ticket where id = ${purchaseId}
       union
      select (product ->> 'performanceId')::integer from purchase, jsonb_array_elements(products) as product where id = ${purchaseId}
    )
    select purchase.id, order_number as number, stage = 'paid' as "isPaid", first_name as "firstName", last_name as "lastName",
           ${mailboxOf(db)} as email, ${isMailboxProved(db)} as "isProved",
           coalesce(purchase.language, customer.language) as language,
           array(select reference from attempt where attempt.purchase_id = purchase.id and performance_cancelled_at is not null) as "ofCancelled",
           array(select reference from attempt where attempt.purchase_id = purchase.id and kept ? 'undecided') as undecided,
           array(select reference from attempt where attempt.purchase_id = purchase.id and kept ? 'typed') as typed,
           array(select reference from attempt where attempt.purchase_id = purchase.id and card_part > 0) as "ofTwoCards",
           exists (select from hold where hold.purchase_id = purchase.id) as "hasPlaces",
           (select min(held_until) - make_interval(secs => ${graceSeconds}) from hold where hold.purchase_id = purchase.id and hold.state = 'held'
            having min(held_until) > clock_timestamp()) as "heldUntil",
           array(select reference from attempt where attempt.purchase_id = purchase.id and slow_until is not null) as slow,
           (select coalesce(jsonb_object_agg(reference, kept -> 'slip') filter (where kept ? 'slip'), '{}') from attempt
             where attempt.purchase_id = purchase.id) as slips,
           (select jsonb_object_agg(reference, state) from attempt where attempt.purchase_id = purchase.id) as attempts,
           case when offer.ending is null and offer.until > clock_timestamp() then offer.until end as "offeredUntil",
           (select jsonb_agg(jsonb_build_object(
                     'showName', show.name, 'startsAtMs', (extract(epoch from starts_at) * 1000)::bigint, 'timeZone', time_zone,
                     'isOffered', coalesce(jsonb_path_exists(offer.changes, '$[*] ? (@.performanceId == $id)',
                                                             jsonb_build_object('id', performance.id)), false))
                   order by starts_at, performance.id)
              from concerned join performance using (id)
              join show on show.id = performance.show_id
              join venue on venue.id = performance.venue_id) as performances
      from purchase
      join customer on customer.id = purchase.customer_id and erased_at is null
      left join offer on offer.purchase_id = purchase.id
     where purchase.id = ${purchaseId}`;
  if (!row) return undefined;
  const performances = (row.performances ?? []).map(({ startsAtMs, ...performance }) => ({
    ...performance,
    startsAt: Temporal.Instant.fromEpochMilliseconds(startsAtMs),
  }));
  return { ...row, performances };
}
