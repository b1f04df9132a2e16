-- given_back: the provider has returned this of itself, as its own people do on its pages.
alter table ledger_transaction drop constraint ledger_transaction_kind_check;
alter table ledger_transaction add constraint ledger_transaction_kind_check check (kind in (
  'sale', 'late_receipt', 'late_sale', 'late_return', 'refund', 'refund_paid', 'refund_to_balance', 'chargeback', 'set_aside', 'set_back', 'given_back')) not valid;
alter table ledger_transaction drop constraint of_a_refund;
alter table ledger_transaction add constraint of_a_refund
  check ((kind in ('refund', 'refund_paid', 'refund_to_balance', 'chargeback', 'given_back')) = (refund_id is not null)) not valid;
alter table refund drop constraint refund_way_check;
alter table refund add constraint refund_way_check
  check (way in ('provider', 'drawer', 'balance', 'nothing', 'chargeback', 'terminal', 'elsewhere')) not valid;

-- What the provider itself said that it had given back of the payment when this refund was first asked for; null before. -1: written by a version
-- before this one, which goes by `returned_before`, our own sum, and may have asked for it already.
alter table refund add column asked_from bigint default -1;
alter table refund add constraint refund_asked_from_check check (asked_from >= -1) not valid;
