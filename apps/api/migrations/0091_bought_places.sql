-- How many valid tickets a customer has bought online, by performance: the limit of places per person is looked up here (decision 024).
create table bought_places (
  customer_id text not null,
  performance_id integer not null,
  places integer not null check (places >= 0),
  primary key (customer_id, performance_id)
) with (fillfactor = 80);

insert into bought_places (customer_id, performance_id, places)
select customer_id, performance_id, count(*) from ticket join purchase on purchase.id = purchase_id
 where ticket.state = 'valid' and channel = 'online' group by 1, 2;

-- A ticket counts as long as it is valid, whoever issues it or takes it back. Each purchase is looked up by itself, so that the plan does
-- not depend on the size of the table; in the order of customers, so that two transactions never deadlock.
create function count_bought_places() returns trigger language plpgsql as $$
begin
  insert into bought_places (customer_id, performance_id, places)
  select customer_id, performance_id, sum(places)
    from (select purchase_id, performance_id, count(*) as places from added where state = 'valid' group by 1, 2) as of_purchase
         cross join lateral (select customer_id from purchase where id = purchase_id and channel = 'online' limit 1) as buyer
   group by 1, 2 order by 1, 2
      on conflict (customer_id, performance_id) do update set places = bought_places.places + excluded.places;
  return null;
end $$;
create trigger ticket_is_bought after insert on ticket referencing new table as added for each statement execute function count_bought_places();

create function recount_bought_places() returns trigger language plpgsql as $$
begin
  update bought_places set places = places + case new.state when 'valid' then 1 else -1 end
   where (customer_id, performance_id) = (select customer_id, new.performance_id from purchase where id = new.purchase_id and channel = 'online');
  return null;
end $$;
create trigger ticket_is_given_back after update of state on ticket
  for each row when (old.state is distinct from new.state) execute function recount_bought_places();

-- Places of one performance that one customer may hold and have bought; null: the brand's limit.
alter table show add column most_per_customer integer check (most_per_customer between 1 and 1000);
