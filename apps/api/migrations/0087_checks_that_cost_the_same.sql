-- Each booked transaction is looked up by itself (`lateral` with a limit). The join that stood here was planned by a connection while
-- the table was small, and from then on read every transaction ever booked at each sale.
create or replace function check_entries() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct purchase_id, transaction_id from added) as entry
              cross join lateral (select made_in from ledger_transaction
                                   where ledger_transaction.purchase_id = entry.purchase_id and id = entry.transaction_id limit 1) as booked
              where made_in <> pg_current_xact_id()) then
    raise exception 'a booked transaction takes no further entries' using errcode = 'restrict_violation';
  end if;
  if exists (select from added group by purchase_id, transaction_id, currency having sum(amount) <> 0) then
    raise exception 'a transaction of the ledger sums to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Every purchase locked one of the same few rows, twice: with many at once PostgreSQL has to write down each group of lockers.
-- Delivery types are never deleted instead.
alter table purchase drop constraint purchase_delivery_type;
create function keep_delivery_type() returns trigger language plpgsql as $$
begin
  raise exception 'delivery types keep their row and its id: purchases name them' using errcode = 'restrict_violation';
end $$;
create trigger delivery_type_stays before delete or update of id on delivery_type for each row execute function keep_delivery_type();
create trigger delivery_type_is_kept before truncate on delivery_type execute function keep_delivery_type();
