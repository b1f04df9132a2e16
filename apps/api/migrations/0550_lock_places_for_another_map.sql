-- Called before a performance gets another map. A claim locks the rows of its places, so every claim waits until this transaction ends. Missing rows
-- are inserted first, because a concurrent claim would insert them itself without waiting.
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
