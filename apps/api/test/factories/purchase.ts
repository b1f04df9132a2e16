import type { Purchase } from '@butaca/contract';
import type { Row } from '@butaca/venue-map';
import type { FastifyInstance } from 'fastify';
import {
  mapEntry,
  type PerformanceEntry,
  type ProductEntry,
  type PromotionEntry,
  type ShowEntry,
} from '../../src/catalogue/import/index.ts';
import type { ShowReservation } from '../../src/catalogue/index.ts';
import type { Db } from '../../src/db/connect.ts';
import { randomId } from '../../src/db/random-id.ts';
import { cancelPurchase } from '../../src/sale/claim/release-places.ts';
import { aCharge, aLevel, aPerformance, aShow, aVenue, haveCatalogue } from './catalogue.ts';

interface Hall extends Required<Pick<SaleGiven, 'rows' | 'gallery' | 'standing'>>, Pick<SaleGiven, 'traits'> {}

/** A hall with rows of ten seats, and behind them a gallery with as many more as it is given, and room to stand. */
const hall = (venue: string, { rows, gallery, standing, traits }: Hall) =>
  mapEntry(venue, {
    schema: 'venue-map/1',
    name: 'Teatro',
    size: { width: 20, height: 20 },
    focal: { x: 10, y: 0 },
    categories: [
      { id: 'platea', name: 'Platea' },
      ...(gallery > 0 ? [{ id: 'pullman', name: 'Pullman' }] : []),
      ...(standing > 0 ? [{ id: 'campo', name: 'Campo' }] : []),
    ],
    sections: [
      {
        id: 'A',
        label: 'Platea',
        kind: 'seated',
        rows: rowsOf(rows, 'platea', 4).map((row, index) => (index === 0 && traits ? { ...row, traits } : row)),
      },
      ...(gallery > 0 ? [{ id: 'B', label: 'Pullman', kind: 'seated', rows: rowsOf(gallery, 'pullman', 6 + rows) } as const] : []),
      ...(standing > 0 ? [{ id: 'C', label: 'Campo', kind: 'standing', capacity: standing, category: 'campo' } as const] : []),
    ],
  });

const rowsOf = (count: number, category: string, from: number) =>
  Array.from({ length: count }, (_, index) => ({
    label: String(index + 1),
    category,
    count: 10,
    curve: { type: 'line', from: { x: 1, y: from + index }, to: { x: 19, y: from + index } } as const,
  }));

export interface Sale {
  readonly performanceId: number;
  /** The first of its price types. */
  readonly priceTypeId: number;
}

export interface SaleGiven extends Partial<PerformanceEntry> {
  /** Of ten seats each. */
  readonly rows?: number;
  /** Rows of ten seats each, at $ 6.000 a ticket; their places come after those of the rows. */
  readonly gallery?: number;
  /** Places without numbers, at $ 5.000 a ticket; they come last. */
  readonly standing?: number;
  /** Of seats of the first row. */
  readonly traits?: Row['traits'];
  /** Of the show: the first that is given holds for all. */
  readonly reservations?: ShowReservation;
  /** Likewise. */
  readonly slowPayments?: ShowEntry['slowPayments'];
  readonly promotions?: readonly PromotionEntry[];
  readonly nominations?: ShowEntry['nominations'];
  /** Of halls: the first is `teatro-0`. */
  readonly products?: readonly ProductEntry[];
}

const behind = aLevel({ category: 'pullman', name: 'Pullman', faceValue: 600_000 });
const onFoot = aLevel({ category: 'campo', name: 'Campo', faceValue: 500_000 });

/** Performances of one show, each in a hall of its own: $ 10.000 a ticket, 10 % service charge and $ 500 for the anti-fraud QR, so $ 11.500 in all. */
export async function haveSales<const Given extends readonly SaleGiven[]>(db: Db, given: Given): Promise<{ [I in keyof Given]: Sale }> {
  const charges = [aCharge(), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 50_000 })];
  const halls = given.map(
    (
      {
        rows = 4,
        gallery = 0,
        standing = 0,
        traits,
        reservations: _,
        nominations: __,
        promotions: ___,
        products: ____,
        slowPayments: _____,
        ...performance
      },
      index,
    ) => ({
      venue: `teatro-${index}`,
      rows,
      gallery,
      standing,
      traits,
      performance,
    }),
  );
  await haveCatalogue(db, {
    products: given.flatMap(({ products = [] }) => products),
    venues: [aVenue(), ...halls.map(({ venue }) => aVenue({ seo: venue }))],
    maps: halls.map(({ venue, ...drawn }) => hall(venue, drawn)),
    shows: [
      aShow({
        charges,
        reservations: given.find(({ reservations }) => reservations)?.reservations ?? null,
        slowPayments: given.find(({ slowPayments }) => slowPayments)?.slowPayments ?? null,
        promotions: given.find(({ promotions }) => promotions)?.promotions,
        nominations: given.find(({ nominations }) => nominations)?.nominations ?? null,
        performances: halls.map(({ venue, gallery, standing, performance }) =>
          aPerformance({
            ...{ venue, state: 'on_sale', levels: [aLevel(), ...(gallery > 0 ? [behind] : []), ...(standing > 0 ? [onFoot] : [])] },
            ...performance,
          }),
        ),
      }),
    ],
  });
  const sales = await db<Sale[]>`
    select performance.id as "performanceId", min(price_type.id) as "priceTypeId"
      from performance join venue on venue.id = performance.venue_id
      join price_level on price_level.performance_id = performance.id
      join price_type on price_type.price_level_id = price_level.id
     group by performance.id, venue.seo order by length(venue.seo), venue.seo`;
  for (const [index, { performanceId }] of sales.entries()) {
    const { rows = 0, gallery = 0, standing = 0 } = halls[index] ?? {};
    await db`insert into place (performance_id, place_id) select ${performanceId}, generate_series(0, ${(rows + gallery) * 10 + standing - 1})`;
  }
  return sales as unknown as { [I in keyof Given]: Sale };
}

/** The one performance of such a show, in a hall of 40 seats unless given. */
export async function haveSale(db: Db, given: SaleGiven = {}): Promise<Sale> {
  const [sale] = await haveSales(db, [given]);
  return sale;
}

export const TICKET_TOTAL = 1_150_000;

export async function haveCustomer(db: Db): Promise<string> {
  const id = randomId();
  await db`
    insert into customer (id, email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash)
    values (${id}, ${`${id.toLowerCase()}@correo.example`}, 'Julia', 'Paredes', 'feminine', 'dni', '30123456', '1990-05-17', 'ar', '$argon2id$x')`;
  return id;
}

export interface PurchaseGiven {
  readonly sale: Sale;
  readonly customerId: string;
  readonly placeIds: readonly number[];
  /** How long ago it began; it ends twelve minutes after that. */
  readonly startedMinutesAgo?: number;
  readonly deliveryTypeId?: number | null;
}

/** An open purchase that holds these places, written straight into the tables. */
export async function havePurchase(db: Db, given: PurchaseGiven): Promise<string> {
  const { sale, customerId, placeIds, startedMinutesAgo = 1, deliveryTypeId = 1 } = given;
  const id = randomId();
  await db.begin(async (tx) => {
    await tx`
      insert into purchase (id, customer_id, channel, started_at, deadline, delivery_type_id)
      values (${id}, ${customerId}, 'online', clock_timestamp() - make_interval(secs => ${startedMinutesAgo * 60}),
              clock_timestamp() + make_interval(secs => ${(12 - startedMinutesAgo) * 60}), ${deliveryTypeId})`;
    await tx`
      insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until)
      select ${sale.performanceId}, id, ${[...placeIds]}::integer[], ${placeIds.map(() => sale.priceTypeId)}::integer[],
             deadline + interval '5 seconds' from purchase where id = ${id}`;
    await tx`
      update place set state = 'held', purchase_id = ${id}, held_until = (select deadline + interval '5 seconds' from purchase where id = ${id})
       where performance_id = ${sale.performanceId} and place_id = any (${[...placeIds]}::integer[])`;
  });
  return id;
}

/** So that no test finds the places of the one before taken. */
export async function cancelOpenPurchases({ sale: world }: FastifyInstance): Promise<void> {
  for (const { id } of await world.db<{ id: string }[]>`select id from purchase where stage = 'open'`) await cancelPurchase(world, id);
}

export const stageOf = async (db: Db, purchaseId: string) =>
  (await db<{ stage: string }[]>`select stage from purchase where id = ${purchaseId}`)[0]?.stage;

/** Ids of the places that are a purchase's in the tables, in order. */
export const placesOf = async (db: Db, purchaseId: string) =>
  (await db<{ placeId: number }[]>`select place_id as "placeId" from place where purchase_id = ${purchaseId} order by 1`).map(
    ({ placeId }) => placeId,
  );

export const ticketsOf = async (db: Db, purchaseId: string) =>
  (await db<{ placeId: number }[]>`select place_id as "placeId" from ticket where purchase_id = ${purchaseId} order by 1`).map(
    ({ placeId }) => placeId,
  );

/** Ids of the places that an answer shows. */
export const placesIn = ({ performances }: Pick<Purchase, 'performances'>) =>
  performances.flatMap(({ places = [] }) => places.map(({ placeId }) => placeId));
