-- The cheapest ticket of each performance, so that shows can be searched by price: ten thousand shows have half a million rows of prices.
-- The lowest face value has the lowest final price, because charges grow with it. Null without a price. What a brand shows is rounded
-- part by part, to a step that the database does not know: the parts are kept as they are.
alter table performance
  add column cheapest_face minor_units,
  -- The service charge online on that face value, in ten-thousandths of a minor unit.
  add column cheapest_service bigint,
  -- The charge online against fraud.
  add column cheapest_qr minor_units;

-- A search reads the performances of a show from the next one on until one passes, in the index alone.
create index performance_of_search on performance (show_id, starts_at)
  include (id, venue_id, state, cheapest_face, cheapest_service, cheapest_qr);
-- Few performances are sold out: these two indexes stay small.
create index performance_sold_out on performance (id) where state = 'sold_out';
create index performance_stock_none on performance_stock (performance_id) where free = 0 and held = 0;

-- What a visitor pays for it, each part rounded half up to whole units of the display: the same as the api's pricing function makes of it.
create function final_price(face bigint, service bigint, qr bigint, unit bigint) returns bigint language sql immutable parallel safe as $$
  select (2 * face + unit) / (2 * unit) * unit + (2 * service + 10000 * unit) / (20000 * unit) * unit + (2 * qr + unit) / (2 * unit) * unit
$$;

create function note_cheapest(performances integer[]) returns void language sql as $$
  update performance
     set cheapest_face = cheapest.face,
         cheapest_service = cheapest.face * coalesce(service.percent, 0) + coalesce(service.fixed, 0) * 10000,
         cheapest_qr = case when cheapest.face is not null then coalesce(qr.fixed, 0) end
    from unnest(performances) as changed (id)
   cross join lateral (
     select min(face_value)::bigint as face
       from price_type join price_level on price_level.id = price_level_id
      where price_level.performance_id = changed.id
   ) as cheapest
    left join lateral (
      select percent, fixed from performance_charge where performance_id = changed.id and channel = 'online' and kind = 'service'
    ) as service on true
    left join lateral (
      select fixed from performance_charge where performance_id = changed.id and channel = 'online' and kind = 'anti_fraud_qr'
    ) as qr on true
   where performance.id = changed.id
     and (cheapest_face, cheapest_service, cheapest_qr) is distinct from (
       cheapest.face, cheapest.face * coalesce(service.percent, 0) + coalesce(service.fixed, 0) * 10000,
       case when cheapest.face is not null then coalesce(qr.fixed, 0) end)
$$;

-- Triggers keep the columns up to date, whoever writes prices or charges.
create function note_cheapest_of_types() returns trigger language plpgsql as $$
begin
  perform note_cheapest(array(
    select distinct performance_id from changed join price_level on price_level.id = price_level_id order by performance_id));
  return null;
end
$$;
create trigger note_cheapest_of_added after insert on price_type
  referencing new table as changed for each statement execute function note_cheapest_of_types();
create trigger note_cheapest_of_changed after update on price_type
  referencing new table as changed for each statement execute function note_cheapest_of_types();
create trigger note_cheapest_of_removed after delete on price_type
  referencing old table as changed for each statement execute function note_cheapest_of_types();

-- A level that is deleted takes its price types with it, which then no longer lead to a performance.
create function note_cheapest_of_levels() returns trigger language plpgsql as $$
begin
  perform note_cheapest(array(select distinct performance_id from changed order by performance_id));
  return null;
end
$$;
create trigger note_cheapest_of_removed after delete on price_level
  referencing old table as changed for each statement execute function note_cheapest_of_levels();

create function note_cheapest_of_charges() returns trigger language plpgsql as $$
begin
  perform note_cheapest(array(
    select id from performance
     where id in (select performance_id from changed) or show_id in (select show_id from changed) order by id));
  return null;
end
$$;
create trigger note_cheapest_of_added after insert on charge
  referencing new table as changed for each statement execute function note_cheapest_of_charges();
create trigger note_cheapest_of_changed after update on charge
  referencing new table as changed for each statement execute function note_cheapest_of_charges();
create trigger note_cheapest_of_removed after delete on charge
  referencing old table as changed for each statement execute function note_cheapest_of_charges();

select note_cheapest(array(select id from performance order by id));
