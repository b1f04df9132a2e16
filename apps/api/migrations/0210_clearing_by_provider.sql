-- Money at a provider is booked on an account of that provider (decision 049). `ledger_entry` is append-only, so what was booked before is
-- named anew with its trigger switched off; meanwhile no sale is booked.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry disable trigger ledger_entry_stays;
update ledger_entry set account = 'clearing:' || attempt.provider
  from ledger_transaction as moved
  join attempt on attempt.purchase_id = moved.purchase_id and attempt.reference = moved.reference
 where moved.purchase_id = ledger_entry.purchase_id and moved.id = transaction_id and account = 'card_clearing';
alter table ledger_entry enable trigger ledger_entry_stays;
alter table ledger_entry add constraint ledger_entry_account_check check (
  account in ('cash_drawer', 'owed_to_buyer', 'customer_balance', 'tickets', 'service_charge', 'anti_fraud_qr', 'delivery', 'products',
              'discounts', 'financing')
  or account ~ '^clearing:[a-z0-9_-]{1,40}$');

-- Servers of the version before book on the one account that there was, until the last of them is replaced.
create function name_clearing_account() returns trigger language plpgsql as $$
begin
  select 'clearing:' || attempt.provider into strict new.account
    from ledger_transaction as moved
    join attempt on attempt.purchase_id = moved.purchase_id and attempt.reference = moved.reference
   where moved.purchase_id = new.purchase_id and moved.id = new.transaction_id;
  return new;
end $$;
create trigger ledger_entry_of_older_servers before insert on ledger_entry
  for each row when (new.account = 'card_clearing') execute function name_clearing_account();
