import type { DeliveryKind, DeliveryPoint } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import type { PurchaseRow } from '../queries-purchases.ts';

type Choices = Pick<PurchaseRow, 'id' | 'deliveryTypeId' | 'deliveryPointId' | 'deliveryZoneId' | 'deliveryAddressId' | 'paymentMethodId'>;

/** The purchases are locked. */
export const setChoices = (tx: Tx, chosen: readonly Choices[]) => {
  const ids = chosen.map(({ id }) => id);
  return expectRows(
    chosen.length,
    tx`
      update purchase set delivery_type_id = chosen.delivery_type_id, delivery_point_id = chosen.point_id, delivery_zone_id = chosen.zone_id,
             delivery_address_id = chosen.address_id, payment_method_id = chosen.payment_method_id
        from rows from (unnest(${ids}::text[]), unnest(${chosen.map(({ deliveryTypeId }) => deliveryTypeId)}::integer[]),
                        unnest(${chosen.map(({ deliveryPointId }) => deliveryPointId)}::integer[]),
                        unnest(${chosen.map(({ deliveryZoneId }) => deliveryZoneId)}::integer[]),
                        unnest(${chosen.map(({ deliveryAddressId }) => deliveryAddressId)}::text[]),
                        unnest(${chosen.map(({ paymentMethodId }) => paymentMethodId)}::integer[]), generate_subscripts(${ids}::text[], 1))
          as chosen (purchase_id, delivery_type_id, point_id, zone_id, address_id, payment_method_id, turn)
       where purchase.id = any (${ids}::text[]) and purchase.id = chosen.purchase_id`,
  );
};

export interface DeliveryAddress {
  readonly purchaseId: string;
  /** Null: there is none any more. */
  readonly address: string | null;
}

/** Of locked purchases. */
export async function writeAddresses(tx: Tx, addresses: readonly DeliveryAddress[]): Promise<void> {
  for (const { purchaseId, address } of addresses) {
    if (address === null) await tx`delete from delivery_address where purchase_id = ${purchaseId}`;
    else
      await tx`
        insert into delivery_address (purchase_id, address) values (${purchaseId}, ${address})
            on conflict (purchase_id) do update set address = excluded.address`;
  }
}

export interface DeliveryRow {
  readonly id: number;
  readonly kind: DeliveryKind;
  readonly name: string;
  readonly description: string | null;
  readonly price: number;
  readonly taxRate: number;
  readonly active: boolean;
  readonly closesHours: number | null;
  readonly points: readonly (Omit<DeliveryPoint, 'hours'> & { readonly hours: string | null; readonly active: boolean })[];
  readonly zones: readonly ZoneRow[];
}

export interface ZoneRow {
  readonly id: number;
  readonly name: string;
  readonly country: string;
  readonly provinces: readonly string[];
  readonly postcodes: readonly string[];
  readonly price: number;
  readonly active: boolean;
}

export const findDeliveryTypes = (db: Db) => db<DeliveryRow[]>`
  select delivery_type.id, kind, delivery_type.name, description, price, tax_class.rate as "taxRate", active, closes_hours as "closesHours",
         coalesce((
           select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'address', address, 'city', city, 'hours', hours, 'active', active) order by position, id)
             from delivery_point where delivery_type_id = delivery_type.id), '[]') as points,
         coalesce((
           select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'country', country, 'provinces', provinces, 'postcodes', postcodes,
                    'price', price, 'active', active) order by position, id)
             from delivery_zone where delivery_type_id = delivery_type.id), '[]') as zones
    from delivery_type join tax_class on tax_class.id = delivery_type.tax_class_id
   order by position, delivery_type.id`;

/** When the first of these performances starts, and how long it is until then by the database's clock. */
export const findFirstStart = (db: Db, performanceIds: readonly number[]) => db<{ startsAtMs: number | null; inMs: number | null }[]>`
  select (extract(epoch from min(starts_at)) * 1000)::float8 as "startsAtMs",
         (extract(epoch from min(starts_at) - clock_timestamp()) * 1000)::float8 as "inMs"
    from performance where id = any (${[...performanceIds]}::integer[])`;
