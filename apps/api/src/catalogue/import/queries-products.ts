import type { Tx } from '#db/connect';
import type { ProductEntry, Written } from './entries.ts';
import { isNamed, namedIds, namedStarts, nameOf } from './queries-named.ts';

export type ProductRecord = Omit<ProductEntry, 'image'> & {
  readonly position: number;
  readonly imageHash: string | null;
  readonly imageAlt: string;
  readonly imageSource: string | null;
};

/** In the order in which purchases lock them, before anything of them is written, so that an import and a purchase never deadlock. */
export const lockAllProducts = (tx: Tx) => tx`select id from product order by id for update`;

const entries = (tx: Tx, products: readonly ProductRecord[]) => tx`
  jsonb_to_recordset(${tx.json(products as never)}) as entry (key text, venue text, show text, performances jsonb, position integer,
    name text, description text, handover text, "mostPerPurchase" integer, "mostPerTicket" integer, "mostPerPerson" integer, offered boolean,
    "imageHash" text, "imageAlt" text, "imageSource" text, variants jsonb)`;

/** At its venue, and of its show where it has one. */
const ofProduct = (tx: Tx) => tx`performance.venue_id = venue.id and (entry.show is null or performance.show_id = show.id)`;

/** A picture that is there already is not made again: its row keeps the hash. */
export const writeProductRecords = (tx: Tx, products: readonly ProductRecord[]) => tx<Written[]>`
  insert into product (key, venue_id, show_id, performance_ids, performances, position, name, description, handover, most_per_purchase, most_per_ticket,
                       most_per_person, image_hash, image_alt, image_source, withdrawn)
  select entry.key, venue.id, show.id, ${namedIds(tx, ofProduct(tx))}, ${namedStarts(tx, ofProduct(tx))}, entry.position, entry.name, entry.description, entry.handover,
         entry."mostPerPurchase", entry."mostPerTicket", entry."mostPerPerson",
         case when entry."imageSource" is not null then coalesce(entry."imageHash", known.image_hash) end, entry."imageAlt",
         entry."imageSource", not entry.offered
    from ${entries(tx, products)}
    join venue on venue.seo = entry.venue
    left join show on show.seo = entry.show
    left join product as known on known.key = entry.key
      on conflict (key) do update
     set venue_id = excluded.venue_id, show_id = excluded.show_id,
         performance_ids = excluded.performance_ids, performances = excluded.performances, position = excluded.position,
         name = excluded.name, description = excluded.description, handover = excluded.handover,
         most_per_purchase = excluded.most_per_purchase, most_per_ticket = excluded.most_per_ticket,
         most_per_person = excluded.most_per_person, image_hash = excluded.image_hash, image_alt = excluded.image_alt,
         image_source = excluded.image_source, withdrawn = excluded.withdrawn
   where (product.venue_id, product.show_id, product.performance_ids, product.position, product.name, product.description, product.handover,
          product.most_per_purchase, product.most_per_ticket, product.most_per_person, product.image_hash, product.image_alt,
          product.image_source, product.withdrawn)
         is distinct from (excluded.venue_id, excluded.show_id, excluded.performance_ids, excluded.position, excluded.name, excluded.description,
          excluded.handover, excluded.most_per_purchase, excluded.most_per_ticket, excluded.most_per_person, excluded.image_hash,
          excluded.image_alt, excluded.image_source, excluded.withdrawn)
  returning xmax = 0 as created`;

const variantEntries = (tx: Tx, products: readonly ProductRecord[]) => tx`
  select product.id as product_id, given.variant ->> 'key' as key, given.turn::integer as position, given.variant ->> 'name' as name,
         (given.variant ->> 'price')::bigint as price, given.variant ->> 'taxClass' as tax_class, (given.variant ->> 'stock')::integer as stock
    from ${entries(tx, products)}
    join product on product.key = entry.key
   cross join jsonb_array_elements(entry.variants) with ordinality as given (variant, turn)`;

export const writeProductVariants = (tx: Tx, products: readonly ProductRecord[]) => tx<Written[]>`
  insert into product_variant (product_id, key, position, name, price, tax_class_id, stock)
  select wanted.product_id, wanted.key, wanted.position, wanted.name, wanted.price, tax_class.id, wanted.stock
    from (${variantEntries(tx, products)}) as wanted join tax_class on tax_class.code = wanted.tax_class
      on conflict (product_id, key) do update
     set position = excluded.position, name = excluded.name, price = excluded.price, tax_class_id = excluded.tax_class_id,
         stock = excluded.stock, withdrawn = false
   where (product_variant.position, product_variant.name, product_variant.price, product_variant.tax_class_id, product_variant.stock,
          product_variant.withdrawn)
         is distinct from (excluded.position, excluded.name, excluded.price, excluded.tax_class_id, excluded.stock, false)
  returning xmax = 0 as created`;

/** Ends the variants of these products, and the products of their venues, that the entries no longer have; orders keep naming them. */
export async function withdrawOtherProducts(tx: Tx, products: readonly ProductRecord[]): Promise<readonly unknown[]> {
  const variants = await tx`
    with wanted as (${variantEntries(tx, products)})
    update product_variant set withdrawn = true
     where product_id in (select product_id from wanted) and not withdrawn
       and not exists (select from wanted where (wanted.product_id, wanted.key) = (product_variant.product_id, product_variant.key))
    returning 1`;
  const others = await tx`
    update product set withdrawn = true
      from venue
     where venue.id = product.venue_id and venue.seo = any (${products.map(({ venue }) => venue)}::text[])
       and product.key <> all (${products.map(({ key }) => key)}::text[]) and not withdrawn
    returning 1`;
  return [...variants, ...others];
}

/** Shows of these products that are not given at their venue, and that nobody would find them for. */
export const findStrayShows = (tx: Tx, products: readonly ProductRecord[]) => tx<{ key: string; show: string }[]>`
  select entry.key, entry.show from ${entries(tx, products)}
   where entry.show is not null and not exists (
     select from show join venue on venue.seo = entry.venue
      where show.seo = entry.show
        and (show.venue_id = venue.id or exists (select from performance where show_id = show.id and performance.venue_id = venue.id)))`;

/** Performances that products name and that are not given at their venue, or not by their show. */
export const findUnknownInProducts = (tx: Tx, products: readonly ProductRecord[]) => tx<{ key: string; name: string }[]>`
  select entry.key, ${nameOf(tx)} as name
    from ${entries(tx, products)}
    join venue on venue.seo = entry.venue
    left join show on show.seo = entry.show
   cross join jsonb_array_elements(entry.performances) as named (value)
   where not exists (select from performance where ${ofProduct(tx)} and ${isNamed(tx)})`;
