-- Who holds what, until when (design §5). Ids are made in the application: 128 random bits in base64url.
create domain opaque_id as text check (value ~ '^[A-Za-z0-9_-]{22}$');

create table purchase (
  id opaque_id primary key,
  customer_id text not null references customer,
  channel text not null check (channel in ('online', 'box_office')),
  stage text not null default 'open' check (stage in ('open', 'paying', 'paid', 'expired', 'cancelled')),
  started_at timestamptz not null default clock_timestamp(),
  -- Until when the buyer may go on; places stay theirs a few seconds longer.
  deadline timestamptz not null,
  -- Of the claim answered last: the same click again gets the same answer.
  claim_key text check (length(claim_key) between 1 and 64),
  delivery_type_id integer,
  payment_method_id integer,
  -- What is to be paid, in minor units: fixed when the payment begins.
  total minor_units,
  paying_since timestamptz,
  -- A decline lengthens the deadline once (C-02).
  extended boolean not null default false,
  ended_at timestamptz,
  constraint paying_has_a_total check (stage not in ('paying', 'paid') or (total is not null and paying_since is not null)),
  constraint ended_when_over check ((stage in ('paid', 'expired', 'cancelled')) = (ended_at is not null))
) with (fillfactor = 70);
create index purchase_of_customer on purchase (customer_id, started_at desc);
create index purchase_to_expire on purchase (deadline) where stage = 'open';
create index purchase_going_on on purchase (customer_id) where stage in ('open', 'paying');

-- Narrow, and with no index but its key, so that updates stay in their page (design §5.1).
create table place (
  performance_id integer not null,
  place_id integer not null,
  state text not null default 'free' check (state in ('free', 'held', 'sold', 'blocked')),
  purchase_id text,
  held_until timestamptz,
  primary key (performance_id, place_id)
) with (fillfactor = 60);

create table hold (
  performance_id integer not null,
  purchase_id opaque_id not null,
  -- In the order they were taken, each with the price type at the same position.
  place_ids integer[] not null check (cardinality(place_ids) >= 1),
  price_type_ids integer[] not null,
  held_until timestamptz not null,
  state text not null default 'held' check (state in ('held', 'sold')),
  primary key (performance_id, purchase_id),
  constraint one_price_type_per_place check (cardinality(place_ids) = cardinality(price_type_ids))
) with (fillfactor = 70);
create index hold_of_purchase on hold (purchase_id);
create index hold_to_sweep on hold (held_until) where state = 'held';

-- Foreign keys between the groups of design §5.6 stand here alone, so that distributing the tables can drop them.
-- `place` has none: sixty thousand rows are made at once, and what is held or sold is guarded by its hold.
alter table hold add constraint hold_performance foreign key (performance_id) references performance;
alter table hold add constraint hold_purchase foreign key (purchase_id) references purchase;
