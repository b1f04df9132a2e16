-- What a performance on sale has left, counted by the worker every minute (sale/stock): the badges of the shop and the mails of
-- `show_alert` follow it. It decides nothing about a sale. A performance without a row has not sold anything yet.
create table performance_stock (
  performance_id integer primary key references performance on delete cascade,
  -- That have a price; a sector of which only some places have one counts whole.
  places integer not null check (places > 0),
  free integer not null check (free >= 0),
  -- In purchases that are not paid yet.
  held integer not null check (held >= 0),
  constraint stock_of_places check (free + held <= places)
);

-- What the shop shows: sold out as soon as the last place is sold, with its last places from a twentieth of them on.
create view performance_shown as
  select performance.id, show_id, venue_id, venue_map_id, starts_at, doors_at, on_sale_at,
         case when state = 'on_sale' and free = 0 and held = 0 then 'sold_out' else state end as state,
         coalesce(state = 'on_sale' and free + held > 0 and free <= greatest(places / 20, least(10, places / 4)), false) as last_places
    from performance_now as performance
    left join performance_stock on performance_id = performance.id;
