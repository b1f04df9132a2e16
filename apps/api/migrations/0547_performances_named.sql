-- The starts that promotions and products had named, as the performances that have them; a start that no performance has names none.
update promotion set performance_ids = array(
    select performance.id from performance
     where performance.show_id = promotion.show_id and performance.starts_at = any (promotion.performances) order by performance.id)
 where performances is not null;
update product set performance_ids = array(
    select performance.id from performance
     where performance.venue_id = product.venue_id and (product.show_id is null or performance.show_id = product.show_id)
       and performance.starts_at = any (product.performances) order by performance.id)
 where performances is not null;

with named as (
  select performance.id, to_char(starts_at at time zone time_zone, 'YYYY-MM-DD-HH24MI') as usual,
         row_number() over (partition by show_id, to_char(starts_at at time zone time_zone, 'YYYY-MM-DD-HH24MI') order by performance.id) as turn
    from performance join venue on venue.id = venue_id
   where key is null
)
update performance set key = usual || case when turn > 1 then '-' || turn else '' end
  from named where named.id = performance.id;

create unique index performance_by_key on performance (show_id, key);
-- Two performances may change their starts with each other in one statement.
create unique index performance_at_a_start on performance (show_id, starts_at, venue_id);
