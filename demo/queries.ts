import { randomInt } from 'node:crypto';
import { ORDER_NUMBERS } from '@butaca/contract/rules/order-number';
import type { Db, Tx } from '../apps/api/src/db/connect.ts';
import type { PricedPurchase } from '../apps/api/src/sale/index.ts';

/** How many shows the database has, and the demo shows without an upcoming performance. */
export const findDemo = (db: Db, seos: readonly string[]) => db<{ shows: number; over: string[] }[]>`
  select (select count(*) from show) as shows,
         array(select seo from show
                where seo = any (${seos as string[]}) and not exists (select from performance where show_id = show.id and starts_at > now())
                order by seo) as over`;

/** Hours at which a venue is taken. */
export const findTaken = (db: Db) => db<{ venue: string; startsAt: Temporal.Instant }[]>`
  select venue.seo as venue, starts_at as "startsAt" from performance join venue on venue.id = performance.venue_id where starts_at > now()`;

/** Makes purchases that are open as many minutes older, with what they hold; answers how many they are. */
export const ageOpenPurchases = (db: Db, minutes: number): Promise<number> =>
  db.begin(async (tx) => {
    const by = tx`make_interval(mins => ${minutes})`;
    const aged = await tx<{ id: string }[]>`
      update purchase set started_at = started_at - ${by}, deadline = deadline - ${by} where stage = 'open' returning id`;
    const ids = aged.map(({ id }) => id);
    const holds = await tx<{ performanceId: number; purchaseId: string; placeIds: number[] }[]>`
      update hold set held_until = held_until - ${by} where purchase_id = any (${ids}::text[]) and state = 'held'
      returning performance_id as "performanceId", purchase_id as "purchaseId", place_ids as "placeIds"`;
    for (const { performanceId, purchaseId, placeIds } of holds)
      await tx`
        update place set held_until = held_until - ${by}
         where performance_id = ${performanceId} and place_id = any (${placeIds}::integer[]) and purchase_id = ${purchaseId}`;
    return aged.length;
  });

export interface UnsoldPerformance {
  readonly id: number;
  readonly show: string;
  readonly soldOut: boolean;
  /** Position among the upcoming performances of its show, from 0. */
  readonly turn: number;
}

/** Performances of the demo's shows in its venues that are sold, and of which no place is sold or held. */
export const findUnsold = (db: Db, { shows, venues }: { readonly shows: readonly string[]; readonly venues: readonly string[] }) => db<
  UnsoldPerformance[]
>`
  select id, show, state = 'sold_out' as "soldOut", turn
    from (
      select performance.id, show.seo as show, performance.state, performance.starts_at,
             (row_number() over (partition by show_id order by performance.starts_at))::integer - 1 as turn
        from performance_now as performance
        join show on show.id = performance.show_id
        join venue on venue.id = performance.venue_id
       where show.seo = any (${[...shows]}::text[]) and venue.seo = any (${[...venues]}::text[]) and performance.starts_at > now()
    ) as coming
   where state in ('on_sale', 'sold_out') and not exists (select from hold where performance_id = coming.id)
   order by starts_at, id`;

export const findBuyers = (db: Db, emails: readonly string[]) => db<{ id: string }[]>`
  select id from customer where email = any (${[...emails]}::text[]) order by email`;

interface NewBuyer {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly documentType: string;
  readonly documentNumber: string;
  readonly passwordHash: string;
}

export const insertBuyers = (db: Db, buyers: readonly NewBuyer[]) => db`
  insert into customer (id, email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash)
  select id, email, "firstName", "lastName", 'undisclosed', "documentType", "documentNumber", '1985-09-21', country, "passwordHash"
    from jsonb_to_recordset(${db.json(buyers as never)}) as buyer (
      id text, email text, "firstName" text, "lastName" text, "documentType" text, "documentNumber" text, country text, "passwordHash" text)
      on conflict (lower(email)) do nothing`;

/** A purchase as its buyer left it. */
export interface DemoPurchase {
  readonly id: string;
  readonly customerId: string;
  readonly performanceId: number;
  readonly placeIds: readonly number[];
  readonly priceTypeIds: readonly number[];
  /** What it cost; null while its buyer has not paid. */
  readonly priced: PricedPurchase | null;
  /** When it was paid, or begun. */
  readonly minutesAgo: number;
}

/** Purchases with their holds and places, written as they were left by their buyers. */
export async function insertPurchases(
  tx: Tx,
  purchases: readonly DemoPurchase[],
  {
    minutes,
    deliveryTypeId,
    paymentMethodId,
  }: { readonly minutes: number; readonly deliveryTypeId: number; readonly paymentMethodId: number },
): Promise<void> {
  const rows = purchases.map((purchase) => ({
    ...purchase,
    total: purchase.priced?.totals.total ?? null,
    orderNumber: purchase.priced ? randomInt(ORDER_NUMBERS) : null,
  }));
  await tx`
    with given as materialized (
      select *, clock_timestamp() - make_interval(secs => "minutesAgo" * 60) as at
        from jsonb_to_recordset(${tx.json(rows as never)}) as given (
          id text, "customerId" text, "performanceId" integer, "placeIds" integer[], "priceTypeIds" integer[], total bigint, priced jsonb,
          "minutesAgo" float8, "orderNumber" bigint)
    ), bought as (
      insert into purchase (id, customer_id, channel, stage, started_at, deadline, delivery_type_id, payment_method_id, total, priced,
                            order_number, ended_at)
      select id, "customerId", 'online', case when total is null then 'open' else 'paid' end, at,
             at + make_interval(mins => ${minutes}), case when total is not null then ${deliveryTypeId}::integer end,
             case when total is not null then ${paymentMethodId}::integer end, total, priced, "orderNumber",
             case when total is not null then at end
        from given
    ), held as (
      insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until, state)
      select "performanceId", id, "placeIds", "priceTypeIds", at + make_interval(mins => ${minutes}),
             case when total is null then 'held' else 'sold' end
        from given
    )
    insert into place (performance_id, place_id, state, purchase_id, held_until)
    select "performanceId", unnest("placeIds"), case when total is null then 'held' else 'sold' end, id,
           case when total is null then at + make_interval(mins => ${minutes}) end
      from given`;
}

/** Tickets are issued when their purchase is paid. */
export const dateTickets = (tx: Tx, purchaseIds: readonly string[]) => tx`
  update ticket set issued_at = purchase.ended_at from purchase
   where purchase.id = any (${[...purchaseIds]}::text[]) and ticket.purchase_id = purchase.id`;
