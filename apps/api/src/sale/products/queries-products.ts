import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { type ChosenProduct, keepsStock } from '../queries-purchases.ts';

/** What a variant is sold by, as the catalogue says now. */
export interface VariantTerms {
  readonly variantId: number;
  readonly productId: number;
  readonly stock: number;
  readonly mostPerPurchase: number;
  readonly mostPerTicket: number | null;
  readonly mostPerPerson: number | null;
  readonly handover: 'pickup' | 'with_order';
  /** It is sold for this performance, or was while that could be bought, for what a purchase has. */
  readonly isSold: boolean;
}

/** Locks the products of these variants with all their variants, by id: stock and limits are counted one purchase after another. */
export const lockProducts = (tx: Tx, variantIds: readonly number[]) => tx`
  select id from product
   where id in (select product_id from product_variant where id = any (${[...variantIds]}::integer[])) order by id for update`;

interface AskedTerms {
  readonly variantIds: readonly number[];
  readonly performanceId: number;
  /** For what a purchase has and is about to pay. */
  readonly held?: boolean;
}

export const readTerms = (db: Db | Tx, { variantIds, performanceId, held = false }: AskedTerms) => db<VariantTerms[]>`
  select variant.id as "variantId", product.id as "productId", stock, most_per_purchase as "mostPerPurchase",
         most_per_ticket as "mostPerTicket", most_per_person as "mostPerPerson", handover,
         not product.withdrawn and not variant.withdrawn and exists (
           select from performance join show on show.id = performance.show_id
             join sale_now on performance_id = performance.id and channel = 'online'
            where performance.id = ${performanceId} and performance.venue_id = product.venue_id
              and (product.show_id is null or product.show_id = performance.show_id)
              and (product.performance_ids is null or performance.id = any (product.performance_ids))
              and ${held ? db`held_obstacle is distinct from 'cancelled'` : db`listed and not is_over`}) as "isSold"
    from product_variant as variant join product on product.id = variant.product_id
   where variant.id = any (${[...variantIds]}::integer[])`;

/** How many of these variants purchases have that are paid or can still be, by variant. */
export const readTaken = (db: Db | Tx, variantIds: readonly number[], graceSeconds: number) => db<{ variantId: number; taken: number }[]>`
  select variant_id as "variantId", sum(quantity)::int as taken
    from purchase_product join purchase on purchase.id = purchase_id
   where variant_id = any (${[...variantIds]}::integer[]) and returned_at is null and ${keepsStock(db, graceSeconds)}
   group by variant_id`;

/** What one purchase of a person has of a product for a performance. */
export interface PersonsPurchase {
  readonly purchaseId: string;
  readonly isPaid: boolean;
  readonly performanceId: number;
  readonly productId: number;
  readonly quantity: number;
}

/**
 * What the purchases of a person have of these products, over all performances. A person is a customer, and whoever has the same document.
 */
export const readOfPerson = (
  db: Db | Tx,
  { customerId, productIds, graceSeconds }: { customerId: string; productIds: readonly number[]; graceSeconds: number },
) => db<PersonsPurchase[]>`
  select purchase_id as "purchaseId", stage = 'paid' as "isPaid", performance_id as "performanceId", product_id as "productId",
         sum(quantity)::int as quantity
    from purchase_product
    join product_variant on product_variant.id = variant_id
    join purchase on purchase.id = purchase_id
   where product_id = any (${[...productIds]}::integer[]) and returned_at is null and ${keepsStock(db, graceSeconds)}
     and customer_id in (${samePerson(db, customerId)})
   group by purchase_id, stage, performance_id, product_id`;

const samePerson = (db: Db | Tx, customerId: string) => db`
  select other.id from customer as me join customer as other
      on other.id = me.id or (other.document_type = me.document_type and other.document_number = me.document_number)
   where me.id = ${customerId}`;

/** Tickets of a performance in the purchases of a person that are paid or can still be: valid ones, and places that are held. */
export const readTicketsOfPerson = (
  db: Db | Tx,
  { customerId, performanceId, graceSeconds }: { customerId: string; performanceId: number; graceSeconds: number },
) => db<{ purchaseId: string; isPaid: boolean; tickets: number }[]>`
  select id as "purchaseId", stage = 'paid' as "isPaid",
         case when stage = 'paid' then (select count(*)::int from ticket
                                         where purchase_id = purchase.id and performance_id = ${performanceId} and state = 'valid')
              else coalesce((select cardinality(place_ids) from hold where purchase_id = purchase.id and performance_id = ${performanceId}), 0)
         end as tickets
    from purchase
   where customer_id in (${samePerson(db, customerId)}) and ${keepsStock(db, graceSeconds)}`;

interface ProductsOfPurchase {
  readonly purchaseId: string;
  readonly products: readonly ChosenProduct[];
}

export interface HandedOver {
  readonly performanceId: number;
  readonly variantId: number;
  readonly handedOverAt: Temporal.Instant | null;
  readonly handedOverBy: string | null;
  readonly isReturned: boolean;
}

/** What became of the products of a purchase; names of erased accounts are left out. */
export const findHandedOver = (db: Db | Tx, purchaseId: string) => db<HandedOver[]>`
  select performance_id as "performanceId", variant_id as "variantId", handed_over_at as "handedOverAt", returned_at is not null as "isReturned",
         first_name || ' ' || last_name as "handedOverBy"
    from purchase_product left join customer on customer.id = handed_over_by
   where purchase_id = ${purchaseId}`;

export interface HandOver {
  readonly orderId: string;
  readonly performanceId: number;
  readonly variantId: number;
  readonly staffId: string;
  /** Of the click. */
  readonly key: string;
}

/** Of a paid purchase; none when they were handed over before, or given back. */
export const handOver = (tx: Tx, { orderId, performanceId, variantId, staffId, key }: HandOver) => tx`
  update purchase_product set handed_over_at = clock_timestamp(), handed_over_by = ${staffId}, handed_over_key = ${key}
    from purchase
   where purchase.id = purchase_id and stage = 'paid' and purchase_id = ${orderId} and performance_id = ${performanceId}
     and variant_id = ${variantId} and returned_at is null and handed_over_at is null
  returning 1`;

export const isHandedOver = async (tx: Tx, { orderId, performanceId, variantId }: Omit<HandOver, 'staffId' | 'key'>): Promise<boolean> =>
  (
    await tx`
      select from purchase_product
       where purchase_id = ${orderId} and performance_id = ${performanceId} and variant_id = ${variantId} and handed_over_at is not null`
  ).length > 0;

/** What this click of the clerk has handed over of this order. No index finds what it may have handed over of another one. */
export const findOwnHandOver = (tx: Tx, { orderId, staffId, key }: Pick<HandOver, 'orderId' | 'staffId' | 'key'>) => tx<
  Pick<HandOver, 'performanceId' | 'variantId'>[]
>`
  select performance_id as "performanceId", variant_id as "variantId" from purchase_product
   where purchase_id = ${orderId} and handed_over_by = ${staffId} and handed_over_key = ${key}`;

/** Makes the products of a locked purchase exactly these. */
export async function writeProducts(tx: Tx, { purchaseId, products }: ProductsOfPurchase): Promise<void> {
  const rows = tx`
    jsonb_to_recordset(${tx.json(products as never)}) as entry ("performanceId" integer, "variantId" integer, quantity integer)`;
  await tx`
    delete from purchase_product
     where purchase_id = ${purchaseId} and (performance_id, variant_id) not in (select entry."performanceId", entry."variantId" from ${rows})`;
  await tx`
    insert into purchase_product (purchase_id, performance_id, variant_id, quantity)
    select ${purchaseId}, entry."performanceId", entry."variantId", entry.quantity from ${rows}
        on conflict (purchase_id, performance_id, variant_id) do update set quantity = excluded.quantity
     where purchase_product.quantity <> excluded.quantity`;
  await expectRows(
    1,
    tx`update purchase set products = ${products.length > 0 ? tx.json(products as never) : null} where id = ${purchaseId}`,
  );
}

/** So that none is handed over until the transaction ends. */
export const lockProductsOf = (tx: Tx, purchaseId: string) => tx`
  select from purchase_product where purchase_id = ${purchaseId} order by performance_id, variant_id for update`;

/** Their money goes back: others may buy them. What was handed over is not there to be sold again. */
export const returnProducts = (tx: Tx, purchaseId: string) => tx`
  update purchase_product set returned_at = clock_timestamp()
   where purchase_id = ${purchaseId} and returned_at is null and handed_over_at is null`;
