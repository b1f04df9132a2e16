-- What the customer's balance pays of an attempt whose rest is asked of its provider (decision 043). It is set aside in the transaction that
-- starts the attempt, spent in the one that sells, and given back in the one that records that nothing was sold.
alter table attempt add column from_balance bigint not null default 0;
alter table attempt add constraint attempt_from_balance check (from_balance >= 0 and (from_balance = 0 or amount > 0)) not valid;
create trigger attempt_from_balance_stays before update of from_balance on attempt for each row execute function refuse_change();

create or replace function check_split() returns trigger language plpgsql as $$
begin
  if coalesce((select sum((part ->> 'amount')::bigint) from jsonb_array_elements(new.split) as part), 0) <> new.amount + new.from_balance then
    raise exception 'an amount is the sum of its parts' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function check_parts() returns trigger language plpgsql as $$
begin
  if coalesce((select sum((part ->> 'amount')::bigint) from jsonb_array_elements(new.parts) as part), 0) <> new.amount then
    raise exception 'a refund is the sum of its parts' using errcode = 'check_violation';
  end if;
  if new.amount + coalesce((select sum(amount) from refund where purchase_id = new.purchase_id and reference = new.reference), 0)
     > (select amount + from_balance from attempt where purchase_id = new.purchase_id and reference = new.reference) then
    raise exception 'more would go back than came in' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The constraints take more than before, so what is there satisfies them: 0271 says so to the planner, without keeping anybody waiting.
alter table ledger_transaction drop constraint ledger_transaction_kind_check;
alter table ledger_transaction add constraint ledger_transaction_kind_check check (kind in (
  'sale', 'late_receipt', 'late_sale', 'late_return', 'refund', 'refund_paid', 'refund_to_balance', 'chargeback', 'set_aside', 'set_back')) not valid;
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (
  account in ('cash_drawer', 'owed_to_buyer', 'customer_balance', 'set_aside', 'tickets', 'service_charge', 'anti_fraud_qr', 'delivery',
              'products', 'discounts', 'financing')
  or account ~ '^clearing:[a-z0-9_-]{1,40}$') not valid;

-- While an attempt is open or its buyer is asked about other places its balance is set aside, and else it is not: a server of the version
-- before, which does not know of it, cannot end such an attempt; a newer one does.
create function check_set_aside() returns trigger language plpgsql as $$
declare wanted bigint; booked bigint;
begin
  select case when state in ('started', 'unknown', 'pending', 'processing', 'offered') then from_balance else 0 end into strict wanted
    from attempt where purchase_id = new.purchase_id and reference = new.reference;
  select coalesce(-sum(entry.amount), 0) into booked
    from ledger_transaction as moved
    join ledger_entry as entry on entry.purchase_id = moved.purchase_id and entry.transaction_id = moved.id
   where moved.purchase_id = new.purchase_id and moved.reference = new.reference and account = 'set_aside';
  if booked <> wanted then
    raise exception 'a balance is set aside for as long as its attempt is open' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger attempt_sets_aside after insert or update of state on attempt
  deferrable initially deferred for each row when (new.from_balance > 0) execute function check_set_aside();
