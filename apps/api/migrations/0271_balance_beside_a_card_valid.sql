-- Reads, and keeps nobody from booking meanwhile.
alter table attempt validate constraint attempt_from_balance;
alter table ledger_transaction validate constraint ledger_transaction_kind_check;
alter table ledger_entry validate constraint ledger_entry_account_check;
