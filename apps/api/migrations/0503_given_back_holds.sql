-- Reads, and keeps nobody from booking meanwhile.
alter table ledger_transaction validate constraint ledger_transaction_kind_check;
alter table ledger_transaction validate constraint of_a_refund;
alter table refund validate constraint refund_way_check;
