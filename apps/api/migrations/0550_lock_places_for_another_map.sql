-- Before a performance gets another map: every claim locks the rows of its places, and none is won until this transaction ends. Rows that nobody
-- has asked for yet are made, so that whoever makes them now waits, too.
create function lock_places_for_another_map(moving integer) returns void language plpgsql as $$
begin
  insert into place (performance_id, place_id)
  select performance.id, generate_series(0, place_count - 1)
    from performance join venue_map on venue_map.id = venue_map_id
   where performance.id = moving
      on conflict do nothing;
  perform from place where performance_id = moving order by place_id for update;
end
$$;
