import type { Tx } from '#db/connect';
import type { DeliveryEntry, Written } from './entries.ts';

/** Known ones that a file gives another kind: purchases that chose them would be delivered another way. */
export const findOtherKinds = (tx: Tx, deliveries: readonly DeliveryEntry[]) => tx<{ id: number; kind: string }[]>`
  select delivery_type.id, delivery_type.kind from delivery_type
    join jsonb_to_recordset(${tx.json(deliveries as never)}) as entry (id integer, kind text) using (id)
   where delivery_type.kind <> entry.kind order by id`;

/** A known one keeps its kind. */
export const writeDeliveryTypes = (tx: Tx, deliveries: readonly DeliveryEntry[]) => tx<Written[]>`
  insert into delivery_type (id, kind, name, description, price, tax_class_id, position, active, closes_hours)
  select entry.id, entry.kind, entry.name, entry.description, entry.price, tax_class.id, entry.id, entry.offered, entry."closesHours"
    from jsonb_to_recordset(${tx.json(deliveries as never)}) as entry (id integer, kind text, name text, description text, price bigint,
           "taxClass" text, offered boolean, "closesHours" integer)
    join tax_class on tax_class.code = entry."taxClass"
      on conflict (id) do update
     set name = excluded.name, description = excluded.description, price = excluded.price, tax_class_id = excluded.tax_class_id,
         active = excluded.active, closes_hours = excluded.closes_hours
   where (delivery_type.name, delivery_type.description, delivery_type.price, delivery_type.tax_class_id, delivery_type.active, delivery_type.closes_hours)
         is distinct from (excluded.name, excluded.description, excluded.price, excluded.tax_class_id, excluded.active, excluded.closes_hours)
  returning xmax = 0 as created`;

type PointRecord = DeliveryEntry['points'][number] & { readonly deliveryTypeId: number; readonly position: number };

export const writeDeliveryPoints = (tx: Tx, points: readonly PointRecord[]) => tx<Written[]>`
  insert into delivery_point (id, delivery_type_id, name, address, city, hours, position, active)
  select entry.id, entry."deliveryTypeId", entry.name, entry.address, entry.city, entry.hours, entry.position, true
    from jsonb_to_recordset(${tx.json(points as never)}) as entry (id integer, "deliveryTypeId" integer, name text, address text, city text,
           hours text, position integer)
      on conflict (id) do update
     set delivery_type_id = excluded.delivery_type_id, name = excluded.name, address = excluded.address, city = excluded.city,
         hours = excluded.hours, position = excluded.position, active = true
   where (delivery_point.delivery_type_id, delivery_point.name, delivery_point.address, delivery_point.city, delivery_point.hours,
          delivery_point.position, delivery_point.active)
         is distinct from (excluded.delivery_type_id, excluded.name, excluded.address, excluded.city, excluded.hours, excluded.position, true)
  returning xmax = 0 as created`;

type ZoneRecord = DeliveryEntry['zones'][number] & { readonly deliveryTypeId: number; readonly position: number };

export const writeDeliveryZones = (tx: Tx, zones: readonly ZoneRecord[]) => tx<Written[]>`
  insert into delivery_zone (id, delivery_type_id, name, country, provinces, postcodes, price, position, active)
  select entry.id, entry."deliveryTypeId", entry.name, entry.country, array(select jsonb_array_elements_text(entry.provinces)),
         array(select jsonb_array_elements_text(entry.postcodes)), entry.price, entry.position, true
    from jsonb_to_recordset(${tx.json(zones as never)}) as entry (id integer, "deliveryTypeId" integer, name text, country text,
           provinces jsonb, postcodes jsonb, price bigint, position integer)
      on conflict (id) do update
     set delivery_type_id = excluded.delivery_type_id, name = excluded.name, country = excluded.country, provinces = excluded.provinces,
         postcodes = excluded.postcodes, price = excluded.price, position = excluded.position, active = true
   where (delivery_zone.delivery_type_id, delivery_zone.name, delivery_zone.country, delivery_zone.provinces, delivery_zone.postcodes,
          delivery_zone.price, delivery_zone.position, delivery_zone.active)
         is distinct from (excluded.delivery_type_id, excluded.name, excluded.country, excluded.provinces, excluded.postcodes, excluded.price,
          excluded.position, true)
  returning xmax = 0 as created`;

/** Those of these delivery types that their lists leave out are offered no more; purchases that chose them keep them. */
export async function endOtherPlaces(tx: Tx, deliveries: readonly DeliveryEntry[]): Promise<readonly unknown[]> {
  const typeIds = deliveries.map(({ id }) => id);
  const points = await tx`
    update delivery_point set active = false
     where delivery_type_id = any (${typeIds}::integer[]) and id <> all (${deliveries.flatMap((each) => each.points.map(({ id }) => id))}::integer[]) and active
    returning 1`;
  const zones = await tx`
    update delivery_zone set active = false
     where delivery_type_id = any (${typeIds}::integer[]) and id <> all (${deliveries.flatMap((each) => each.zones.map(({ id }) => id))}::integer[]) and active
    returning 1`;
  return [...points, ...zones];
}
