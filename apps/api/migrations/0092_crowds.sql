-- The network of places that an account which has never paid anything holds, kept only when many of a performance are held from there
-- (decision 024): a keyed hash, no address.
alter table hold add column network integer;
create index hold_of_network on hold (performance_id, network) where network is not null and state = 'held';

-- Whether any of what a customer bought had a price.
alter table bought_places add column paid boolean not null default false;
update bought_places set paid = true
 where exists (select from purchase where purchase.customer_id = bought_places.customer_id and stage = 'paid' and total > 0);

create or replace function count_bought_places() returns trigger language plpgsql as $$
begin
  insert into bought_places (customer_id, performance_id, places, paid)
  select customer_id, performance_id, sum(places), bool_or(total > 0)
    from (select purchase_id, performance_id, count(*) as places from added where state = 'valid' group by 1, 2) as of_purchase
         cross join lateral (select customer_id, total from purchase where id = purchase_id and channel = 'online' limit 1) as buyer
   group by 1, 2 order by 1, 2
      on conflict (customer_id, performance_id) do update
     set places = bought_places.places + excluded.places, paid = bought_places.paid or excluded.paid;
  return null;
end $$;

-- Percent of a performance's places that accounts which have never paid anything may hold unpaid from one network; null: the brand's.
alter table show add column newcomers_per_network integer check (newcomers_per_network between 1 and 100);
