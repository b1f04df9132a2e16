-- How the tickets reach their buyer; its price is per order.
create table delivery_type (
  id integer primary key check (id > 0),
  kind text not null check (kind in ('eticket', 'box_office')),
  name label not null,
  description text check (length(description) between 1 and 500),
  price minor_units not null default 0,
  tax_class_id integer not null references tax_class,
  position integer not null,
  active boolean not null default true
);
insert into delivery_type (id, kind, name, description, tax_class_id, position)
select row.id, row.kind, row.name, row.description, tax_class.id, row.id
  from (values (1, 'eticket', 'E-ticket', 'Recibís las entradas por correo y las mostrás desde el teléfono.'),
               (2, 'box_office', 'Retiro en boletería', 'Retirás las entradas en la boletería del lugar con tu documento.'))
       as row (id, kind, name, description), tax_class
 where tax_class.code = 'iva-21';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- What it costs, ticket by ticket, as fixed when the payment began: prices may change, what was paid does not.
alter table purchase add column priced jsonb;

-- One try with one provider (design §6).
create table attempt (
  purchase_id opaque_id not null,
  -- Ours, at the provider too: unique for ever, at most 39 characters.
  reference text not null check (reference ~ '^[0-9a-f]{32}$'),
  idempotency_key text not null check (length(idempotency_key) between 1 and 64),
  provider text not null check (length(provider) between 1 and 40),
  payment_method_id integer not null,
  amount minor_units not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What the amount is made of: [{"account", "performanceId", "amount"}].
  split jsonb not null,
  instalments integer not null check (instalments between 1 and 99),
  brand text not null,
  bin text not null check (bin ~ '^[0-9]{6}$'),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  state text not null default 'started' check (state in (
    'started', 'unknown', 'pending', 'processing', 'approved', 'declined', 'cancelled', 'returning', 'reversed', 'refunded')),
  -- The provider's own id of the payment, once it is known.
  payment_id text,
  -- What the provider says to the buyer; never its internal codes.
  customer_text text check (length(customer_text) between 1 and 300),
  started_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  -- When the provider was asked last, and when it is to be asked again without anybody waiting; null: never.
  asked_at timestamptz,
  check_at timestamptz,
  primary key (purchase_id, reference),
  unique (purchase_id, idempotency_key)
);
-- A purchase is never charged twice: while one attempt may have taken money, or has, there is no other.
create unique index attempt_that_counts on attempt (purchase_id) where state in ('started', 'unknown', 'pending', 'processing', 'approved');
create index attempt_to_check on attempt (check_at) where check_at is not null;

create function check_split() returns trigger language plpgsql as $$
begin
  if (select sum((part ->> 'amount')::bigint) from jsonb_array_elements(new.split) as part) is distinct from new.amount then
    raise exception 'an amount is the sum of its parts' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger attempt_adds_up before insert on attempt for each row execute function check_split();
-- What was asked of the provider stays as it was; named column by column, so that the other updates pay nothing for it.
create trigger attempt_facts
  before update of purchase_id, reference, idempotency_key, provider, amount, currency, split, instalments, started_at on attempt
  for each row execute function refuse_change();
create trigger attempt_stays before delete on attempt for each row execute function refuse_change();

create table attempt_event (
  id bigint generated always as identity,
  purchase_id opaque_id not null,
  reference text not null,
  kind text not null check (kind in ('started', 'answered', 'settled', 'returned')),
  -- Without card data, tokens and people's names.
  facts jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (purchase_id, reference, id),
  foreign key (purchase_id, reference) references attempt
);
create trigger attempt_event_stays before update or delete on attempt_event for each row execute function refuse_change();
create trigger attempt_event_is_kept before truncate on attempt_event execute function refuse_change();

-- Every money movement (design §6), double entry: positive debits, negative credits.
create table ledger_transaction (
  purchase_id opaque_id not null,
  id opaque_id not null,
  reference text not null,
  -- sale: paid for places it has; late_receipt: money that is owed back; late_return: and went back.
  kind text not null check (kind in ('sale', 'late_receipt', 'late_return')),
  at timestamptz not null default clock_timestamp(),
  made_in xid8 not null default pg_current_xact_id(),
  primary key (purchase_id, id),
  -- Each movement of an attempt is booked once.
  unique (purchase_id, reference, kind),
  foreign key (purchase_id, reference) references attempt
);

create table ledger_entry (
  purchase_id opaque_id not null,
  transaction_id opaque_id not null,
  position integer not null check (position >= 0),
  account text not null check (account in (
    'card_clearing', 'owed_to_buyer', 'tickets', 'service_charge', 'anti_fraud_qr', 'delivery', 'products', 'discounts')),
  -- Whose organiser the tickets are payable to.
  performance_id integer,
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  primary key (purchase_id, transaction_id, position),
  foreign key (purchase_id, transaction_id) references ledger_transaction,
  constraint tickets_are_of_a_performance check (account <> 'tickets' or performance_id is not null)
);

-- Entries come balanced, statement by statement, and only with their transaction: what is booked takes no more of them.
create function check_entries() returns trigger language plpgsql as $$
begin
  if exists (select from added join ledger_transaction on ledger_transaction.purchase_id = added.purchase_id and id = transaction_id
              where made_in <> pg_current_xact_id()) then
    raise exception 'a booked transaction takes no further entries' using errcode = 'restrict_violation';
  end if;
  if exists (select from added group by purchase_id, transaction_id, currency having sum(amount) <> 0) then
    raise exception 'a transaction of the ledger sums to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_balance after insert on ledger_entry
  referencing new table as added for each statement execute function check_entries();

-- And there are some.
create function check_transaction() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entry where purchase_id = new.purchase_id and transaction_id = new.id) then
    raise exception 'a transaction of the ledger has entries' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_has_entries after insert on ledger_transaction
  deferrable initially deferred for each row execute function check_transaction();

create trigger ledger_transaction_stays before update or delete on ledger_transaction for each row execute function refuse_change();
create trigger ledger_transaction_is_kept before truncate on ledger_transaction execute function refuse_change();
create trigger ledger_entry_stays before update or delete on ledger_entry for each row execute function refuse_change();
create trigger ledger_entry_is_kept before truncate on ledger_entry execute function refuse_change();

-- Foreign keys and uniqueness between the groups of design §5.6 stand here alone, so that distributing the tables can drop them.
create unique index attempt_reference on attempt (reference);
alter table attempt add constraint attempt_purchase foreign key (purchase_id) references purchase;
alter table purchase add constraint purchase_delivery_type foreign key (delivery_type_id) references delivery_type;
