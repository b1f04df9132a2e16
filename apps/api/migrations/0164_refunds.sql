-- Money of a paid purchase that goes back (decision 040): for some of its tickets or all, the way it came, in cash, as
-- balance of the customer, or because the card's bank took it.
create table refund (
  purchase_id opaque_id not null,
  id opaque_id not null,
  -- The attempt that took the money.
  reference text not null,
  way text not null check (way in ('provider', 'drawer', 'balance', 'nothing', 'chargeback')),
  amount minor_units not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What the amount is made of, as in the attempt's split: [{"account", "performanceId", "amount"}].
  parts jsonb not null,
  -- Which tickets it voids: [{"performanceId", "id"}].
  tickets jsonb not null,
  -- What the provider had given back of this payment before: by it a repetition knows whether this refund has been made.
  returned_before minor_units not null,
  state text not null check (state in ('returning', 'done')),
  reason text not null check (length(reason) between 1 and 300),
  started_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  -- How often its provider was asked, and its last word for why it is not done; no card data and no names.
  tries integer not null default 0 check (tries >= 0),
  trouble text check (length(trouble) between 1 and 300),
  check_at timestamptz,
  primary key (purchase_id, id),
  foreign key (purchase_id, reference) references attempt,
  constraint refund_amount check ((way = 'nothing') = (amount = 0)),
  constraint refund_done check ((state = 'done') = (done_at is not null) and (state = 'done') = (check_at is null)),
  -- Only a provider is waited for.
  constraint refund_waits check (state = 'done' or way = 'provider')
);
-- One at a time, so that what the provider has given back in all says which of them are done.
create unique index refund_under_way on refund (purchase_id, reference) where state = 'returning';
create index refund_to_check on refund (check_at) where check_at is not null;

create function check_parts() returns trigger language plpgsql as $$
begin
  if coalesce((select sum((part ->> 'amount')::bigint) from jsonb_array_elements(new.parts) as part), 0) <> new.amount then
    raise exception 'a refund is the sum of its parts' using errcode = 'check_violation';
  end if;
  if new.amount + coalesce((select sum(amount) from refund where purchase_id = new.purchase_id and reference = new.reference), 0)
     > (select amount from attempt where purchase_id = new.purchase_id and reference = new.reference) then
    raise exception 'more would go back than came in' using errcode = 'check_violation';
  end if;
  return new;
end $$;
-- The purchase is locked by whoever inserts.
create trigger refund_adds_up before insert on refund for each row execute function check_parts();
create trigger refund_facts
  before update of purchase_id, id, reference, way, amount, currency, parts, tickets, returned_before, reason, started_at on refund
  for each row execute function refuse_change();
create trigger refund_stays before delete on refund for each row execute function refuse_change();

-- refund: owed to the buyer again; refund_paid: and went back; refund_to_balance: or stays here as theirs; chargeback: taken by the bank.
alter table ledger_transaction drop constraint ledger_transaction_kind_check;
alter table ledger_transaction add constraint ledger_transaction_kind_check check (kind in (
  'sale', 'late_receipt', 'late_sale', 'late_return', 'refund', 'refund_paid', 'refund_to_balance', 'chargeback'));
alter table ledger_transaction add column refund_id opaque_id;
alter table ledger_transaction add constraint of_a_refund
  check ((kind in ('refund', 'refund_paid', 'refund_to_balance', 'chargeback')) = (refund_id is not null));
-- Each movement of an attempt, and each of a refund, is booked once.
alter table ledger_transaction drop constraint ledger_transaction_purchase_id_reference_kind_key;
create unique index ledger_transaction_once on ledger_transaction (purchase_id, reference, kind) where refund_id is null;
create unique index ledger_transaction_of_refund on ledger_transaction (purchase_id, refund_id, kind) where refund_id is not null;

alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in (
  'card_clearing', 'cash_drawer', 'owed_to_buyer', 'customer_balance', 'tickets', 'service_charge', 'anti_fraud_qr', 'delivery', 'products',
  'discounts'));
-- What a customer has here is the sum of these entries over their purchases.
create index ledger_entry_of_balances on ledger_entry (purchase_id) where account = 'customer_balance';
