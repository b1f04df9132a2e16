import { randomInt } from 'node:crypto';
import { ORDER_NUMBERS } from '@butaca/contract/rules/order-number';
import type { Db, Tx } from '../apps/api/src/db/connect.ts';
import { expectRows } from '../apps/api/src/db/expect-rows.ts';
import type { Demo } from './demo.ts';
import type { DemoPurchase } from './purchases.ts';

export const hasShows = async (db: Db | Tx): Promise<boolean> => (await db`select from show limit 1`).length > 0;

/** What makes a performance the demo's: a show and a venue of it. */
interface OfDemo {
  readonly shows: readonly string[];
  readonly venues: readonly string[];
}

export const ofDemo = ({ shows, venues }: Demo): OfDemo => ({
  shows: shows.map(({ slug }) => slug),
  venues: venues.map(({ slug }) => slug),
});

export interface ShowWithoutDates {
  readonly seo: string;
  readonly name: string;
  readonly typeId: number;
  readonly venue: string;
}

/** The demo's shows of which nothing is left but cancelled performances, as they are called by now. */
export const findWithoutDates = (db: Db | Tx, { shows, venues }: OfDemo) => db<ShowWithoutDates[]>`
  select show.seo, show.name, show.show_type_id as "typeId", venue.seo as venue
    from show join venue on venue.id = show.venue_id
   where show.seo = any (${[...shows]}::text[]) and venue.seo = any (${[...venues]}::text[])
     and not exists (select from performance where show_id = show.id and starts_at > now() and state <> 'cancelled')
   order by show.seo`;

/** Hours at which a venue is taken. */
export const findTaken = (db: Db | Tx) => db<{ venue: string; startsAt: Temporal.Instant }[]>`
  select venue.seo as venue, starts_at as "startsAt" from performance join venue on venue.id = performance.venue_id where starts_at > now()`;

/** Announced performances of the demo that have no waiting room: the first of each of these shows, with the moment when its tickets come. */
export const findWithoutRoom = (db: Db, { shows, venues }: OfDemo) => db<{ performanceId: number; onSaleAtMs: number }[]>`
  select "performanceId", "onSaleAtMs" from (
    select distinct on (show.id) performance.id as "performanceId", floor(extract(epoch from on_sale_at) * 1000)::float8 as "onSaleAtMs",
           on_sale_at > now() as "isAhead"
      from performance
      join show on show.id = performance.show_id
      join venue on venue.id = performance.venue_id
     where show.seo = any (${[...shows]}::text[]) and venue.seo = any (${[...venues]}::text[]) and starts_at > now() and state = 'announced'
     order by show.id, starts_at
  ) as first
   where "isAhead" and not exists (select from queue_room where performance_id = "performanceId")`;

/** Of a show: the one that was over last, or the next one that is on sale. */
export const findPerformanceOf = (db: Db, show: string, { isOver }: { readonly isOver: boolean }) => db<
  { performanceId: number; minutesAgo: number }[]
>`
  select performance.id as "performanceId", extract(epoch from now() - starts_at)::float8 / 60 as "minutesAgo"
    from performance_now as performance join show on show.id = show_id
   where seo = ${show} and state = 'on_sale' and (starts_at < now()) = ${isOver}
   order by abs(extract(epoch from now() - starts_at)) limit 1`;

/** One that is paid, or still can be. */
export const hasPurchase = async (db: Db, { show, customerId }: { readonly show: string; readonly customerId: string }): Promise<boolean> =>
  (
    await db`
      select from purchase join hold on hold.purchase_id = purchase.id
        join performance on performance.id = performance_id join show on show.id = show_id
       where seo = ${show} and customer_id = ${customerId} and stage in ('paid', 'open', 'paying', 'reserved', 'offered') limit 1`
  ).length > 0;

/** Keeps the places of a purchase that was written as open, by the rule of its show, as whoever reserves does (`sale/reserve`), but without mails. */
export async function reservePurchase(tx: Tx, { id, customerId, performanceId, placeIds, priced }: DemoPurchase): Promise<void> {
  const [until] = await tx<{ until: Temporal.Instant }[]>`
    select least(clock_timestamp() + make_interval(days => reservation_days), starts_at - make_interval(hours => reservation_closes_hours)) as until
      from performance join show on show.id = show_id where performance.id = ${performanceId} and reservation_days is not null`;
  if (!until) throw new Error(`performance ${performanceId} takes no reservations`);
  const end = until.until;
  await expectRows(
    1,
    tx`update purchase set stage = 'reserved', deadline = ${end}, reserved_until = ${end}, slot = ${FIRST_SLOT} where id = ${id}`,
  );
  await expectRows(1, tx`update hold set held_until = ${end} where performance_id = ${performanceId} and purchase_id = ${id}`);
  await expectRows(
    placeIds.length,
    tx`update place set held_until = ${end} where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`,
  );
  await tx`
    insert into reservation (purchase_id, customer_id, performance_id, channel, until, priced)
    values (${id}, ${customerId}, ${performanceId}, 'online', ${end}, ${tx.json(priced as never)})`;
}

/** Of reservations; those of running purchases are lower. */
const FIRST_SLOT = 101;

export interface UnsoldPerformance {
  readonly id: number;
  readonly show: string;
  readonly soldOut: boolean;
  /** Position among the upcoming performances of its show, from 0. */
  readonly turn: number;
}

/** The demo's upcoming performances of which no place is sold or held. */
export const findUnsold = (db: Db, { shows, venues }: OfDemo) => db<UnsoldPerformance[]>`
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

/** Locks a performance against other starts that would sell it; false when it has been bought, held or cancelled by now. */
export async function lockUnsold(tx: Tx, performanceId: number): Promise<boolean> {
  await tx`select from performance where id = ${performanceId} for no key update`;
  // A statement of its own, which sees what was committed while the first one waited.
  const found = await tx`
    select from performance_now as performance
     where id = ${performanceId} and state in ('on_sale', 'sold_out') and starts_at > now()
       and not exists (select from hold where performance_id = ${performanceId})`;
  return found.length > 0;
}

/** Locks those of these places that are free, in place order. Their rows are made where nobody has looked at the performance yet. */
export async function lockFreePlaces(tx: Tx, performanceId: number, placeIds: readonly number[]): Promise<ReadonlySet<number>> {
  await tx`
    insert into place (performance_id, place_id)
    select ${performanceId}, place_id from unnest(${[...placeIds]}::integer[]) as wanted (place_id) order by place_id
        on conflict do nothing`;
  const free = await tx<{ placeId: number }[]>`
    select place_id as "placeId" from place
     where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[]) and state = 'free'
     order by place_id for update`;
  return new Set(free.map(({ placeId }) => placeId));
}

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
  insert into customer (id, email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash,
                        email_confirmed_at)
  select id, email, "firstName", "lastName", 'undisclosed', "documentType", "documentNumber", '1985-09-21', country, "passwordHash",
         now()
    from jsonb_to_recordset(${db.json(buyers as never)}) as buyer (
      id text, email text, "firstName" text, "lastName" text, "documentType" text, "documentNumber" text, country text, "passwordHash" text)
      on conflict (lower(email)) do nothing`;

/** Purchases with their holds and locked free places, written as they were left by their buyers. */
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
  const statement = tx`
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
    update place
       set state = taken.state, purchase_id = taken.purchase_id, held_until = taken.held_until, version = version + 1
      from (select "performanceId" as performance_id, unnest("placeIds") as place_id, id as purchase_id,
                   case when total is null then 'held' else 'sold' end as state,
                   case when total is null then at + make_interval(mins => ${minutes}) end as held_until
              from given) as taken
     where place.performance_id = taken.performance_id and place.place_id = taken.place_id and place.state = 'free'`;
  await expectRows(purchases.flatMap(({ placeIds }) => placeIds).length, statement);
}

/** Tickets are issued when their purchase is paid. */
export const dateTickets = (tx: Tx, purchaseIds: readonly string[]) => tx`
  update ticket set issued_at = purchase.ended_at from purchase
   where purchase.id = any (${[...purchaseIds]}::text[]) and ticket.purchase_id = purchase.id`;
