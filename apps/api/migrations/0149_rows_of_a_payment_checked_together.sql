-- The foreign keys looked up and locked a row for every entry and every event, one after the other, and wrote each lock to the log: a
-- tenth of what a whole purchase costs the database. The rows of a statement are looked up together instead. Nothing needs a lock, because
-- attempts and transactions of the ledger keep their row and their keys: `attempt_stays`, `attempt_facts`, `ledger_transaction_stays`.
alter table attempt_event drop constraint attempt_event_purchase_id_reference_fkey;
alter table ledger_transaction drop constraint ledger_transaction_purchase_id_reference_fkey;
alter table ledger_entry drop constraint ledger_entry_purchase_id_transaction_id_fkey;

create function names_attempt() returns trigger language plpgsql as $$
begin
  if exists (select from added
              where (select true from attempt where purchase_id = added.purchase_id and reference = added.reference) is null) then
    raise exception '% names an attempt that does not exist', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger attempt_event_names_attempt after insert on attempt_event
  referencing new table as added for each statement execute function names_attempt();
create trigger ledger_transaction_names_attempt after insert on ledger_transaction
  referencing new table as added for each statement execute function names_attempt();

create or replace function check_entries() returns trigger language plpgsql as $$
begin
  -- One that does not exist was not made in this transaction either.
  if exists (select from (select distinct purchase_id, transaction_id from added) as entry
               left join lateral (select made_in from ledger_transaction
                                   where ledger_transaction.purchase_id = entry.purchase_id and id = entry.transaction_id limit 1) as booked
                 on true
              where made_in is distinct from pg_current_xact_id()) then
    raise exception 'entries belong to a transaction that is being booked' using errcode = 'restrict_violation';
  end if;
  if exists (select from added group by purchase_id, transaction_id, currency having sum(amount) <> 0) then
    raise exception 'a transaction of the ledger sums to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
