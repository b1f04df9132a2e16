import type { Db } from '#db/connect';
import type { ImageFile } from './rows.ts';

export interface ProductRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly handover: 'pickup' | 'with_order';
  readonly venueId: number;
  readonly venueName: string;
  readonly venueSeo: string;
  readonly mostPerPurchase: number;
  readonly mostPerTicket: number | null;
  readonly mostPerPerson: number | null;
  readonly imageAlt: string;
  readonly image: ImageFile | null;
  readonly withdrawn: boolean;
  readonly variants: readonly {
    readonly id: number;
    readonly name: string | null;
    /** Tax-included, in minor units. */
    readonly price: number;
    readonly taxRate: number;
    readonly withdrawn: boolean;
  }[];
}

/** All of them, those that were withdrawn too: purchases may have them. */
export const findProducts = (db: Db) => db<ProductRow[]>`
  select product.id, product.name, description, handover, venue.id as "venueId", venue.name as "venueName", venue.seo as "venueSeo",
         most_per_purchase as "mostPerPurchase", most_per_ticket as "mostPerTicket", most_per_person as "mostPerPerson",
         image_alt as "imageAlt", withdrawn,
         (select jsonb_build_object('hash', hash, 'mediaType', media_type, 'width', width, 'height', height)
            from image where hash = image_hash) as image,
         coalesce((
           select jsonb_agg(jsonb_build_object('id', variant.id, 'name', variant.name, 'price', price, 'taxRate', tax_class.rate,
                    'withdrawn', variant.withdrawn) order by variant.position, variant.id)
             from product_variant as variant join tax_class on tax_class.id = variant.tax_class_id
            where variant.product_id = product.id), '[]') as variants
    from product join venue on venue.id = product.venue_id
   order by venue.name, position, product.id`;

/** Products that can be bought for performances to come, with those: of one performance, or of all. An index finds what may be to come. */
export const findOnSaleProducts = (db: Db, { performanceId, most }: { performanceId: number | null; most: number }) => db<
  { productId: number; performanceIds: readonly number[] }[]
>`
  select product.id as "productId", (array_agg(performance.id order by starts_at, performance.id))[1:${most}] as "performanceIds"
    from product
    join performance on performance.venue_id = product.venue_id
     and (product.show_id is null or product.show_id = performance.show_id)
     and (performance_ids is null or performance.id = any (performance_ids))
    join show on show.id = performance.show_id
    join sale_now on performance_id = performance.id and channel = 'online'
   where not withdrawn and show.listed and not is_over and performance.starts_at > now() - interval '1 day'
     and (${performanceId}::integer is null or performance.id = ${performanceId})
   group by product.id`;
