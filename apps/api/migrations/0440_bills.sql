-- Bills and credit notes for the tax office (decision 088). A row exists from the transaction that sells, or gives money back, and stays.
create table bill (
  purchase_id opaque_id not null references purchase,
  id opaque_id not null,
  kind text not null check (kind in ('bill', 'credit_note')),
  -- The refund that a credit note is for.
  refund_id opaque_id,
  amount minor_units not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- waiting: not asked for; sent: asked for with its number, and the answer is not known; refused: a person corrects it.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'authorised', 'refused')),
  requested_at timestamptz not null default clock_timestamp(),
  -- What is billed, as the authority and the printer get it; null until it was drafted.
  document jsonb,
  -- Who numbers it: the issuer's tax number, its point of sale, and the authority's code of its type.
  issuer text,
  point_of_sale integer check (point_of_sale between 1 and 99999),
  type_code integer check (type_code > 0),
  number bigint check (number > 0),
  issued_on date,
  -- How often it was asked for with this number.
  sends integer not null default 0 check (sends >= 0),
  authorisation text check (length(authorisation) between 1 and 40),
  authorisation_expires date,
  authorised_at timestamptz,
  -- In the authority's words: why it is not authorised, or what was observed of one that is.
  problems jsonb not null default '[]',
  tries integer not null default 0 check (tries >= 0),
  check_at timestamptz,
  primary key (purchase_id, id),
  constraint bill_of_a_refund check ((kind = 'credit_note') = (refund_id is not null)),
  constraint bill_is_drafted check (num_nulls(document, issuer, point_of_sale, type_code) in (0, 4)),
  constraint bill_has_a_number check ((state in ('sent', 'authorised')) = (number is not null) and (number is null) = (issued_on is null)),
  constraint bill_is_authorised check (
    (state = 'authorised') = (authorisation is not null) and num_nulls(authorisation, authorised_at, authorisation_expires) in (0, 3)),
  constraint bill_is_waited_for check (state in ('waiting', 'sent') or check_at is null)
);
-- Every order has one bill, and every refund one credit note.
create unique index bill_of_purchase on bill (purchase_id) where kind = 'bill';
create unique index bill_of_refund on bill (purchase_id, refund_id) where kind = 'credit_note';
-- No number twice, and one at a time at the authority.
create unique index bill_number on bill (issuer, point_of_sale, type_code, number) where number is not null;
create unique index bill_under_way on bill (issuer, point_of_sale, type_code) where state = 'sent';
create index bill_to_check on bill (check_at) where check_at is not null;
create index bill_to_number on bill (issuer, point_of_sale, type_code, requested_at) where state = 'waiting' and document is not null;
create index bill_refused on bill (requested_at) where state = 'refused';

create function check_bill() returns trigger language plpgsql as $$
begin
  if old.state = 'authorised' then
    raise exception 'an authorised bill does not change' using errcode = 'check_violation';
  end if;
  if old.state = 'sent' and new.state = 'sent' and new.number <> old.number then
    raise exception 'a bill that was sent keeps its number' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger bill_stays_authorised before update on bill for each row execute function check_bill();
create trigger bill_facts before update of purchase_id, id, kind, refund_id, amount, currency, requested_at on bill
  for each row execute function refuse_change();
create trigger bill_stays before delete on bill for each row execute function refuse_change();

-- Whose turn it is to number bills of a type: one process at a time, and the numbers that it knows of.
create table bill_series (
  issuer text not null,
  point_of_sale integer not null,
  type_code integer not null,
  -- The authority's last number and its day; null: it has to be asked.
  last_number bigint check (last_number >= 0),
  last_issued_on date,
  held_by text,
  held_until timestamptz,
  -- Failures in a row, and when it is tried again.
  failures integer not null default 0 check (failures >= 0),
  check_at timestamptz not null default clock_timestamp(),
  primary key (issuer, point_of_sale, type_code)
);

-- The authority's ticket of access, shared by all processes: it gives out one in twelve hours.
create table access_ticket (
  name text primary key,
  content jsonb,
  expires_at timestamptz,
  -- A process is asking for one.
  asked_by text,
  asking_until timestamptz
);

-- Whom a bill is made out to, where the buyer or staff said so.
create table bill_receiver (
  purchase_id opaque_id primary key references purchase on delete cascade,
  condition text not null check (condition in ('final_consumer', 'registered', 'monotributo', 'exempt')),
  document_type text not null,
  document_number text not null check (length(document_number) between 1 and 20),
  name text not null check (length(name) between 1 and 120),
  address text check (length(address) between 1 and 200)
);

alter table staff_action drop constraint staff_action_verb_check;
alter table staff_action add constraint staff_action_verb_check
  check (verb in ('refund', 'resend', 'ask_again', 'book_as_paid', 'give_back', 'print', 'void', 'lower_price', 'complimentary', 'clear_name',
                  'change_places', 'bill_again'));
