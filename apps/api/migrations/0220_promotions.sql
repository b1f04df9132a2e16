-- Promotions (decision 050): rules of a show by which some of its tickets cost less. A rule that a later import leaves out is withdrawn,
-- not deleted: what was sold with it keeps naming it.
create table promotion (
  id integer generated always as identity primary key,
  show_id integer not null references show on delete cascade,
  -- Finds it again in the next import.
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 120),
  position integer not null,
  name text not null check (length(name) between 1 and 80),
  note text check (length(note) between 1 and 200),
  kind text not null check (kind in ('percentage', 'n_for_m', 'fixed_price')),
  -- Off the face value.
  percent basis_points check (percent between 1 and 10000),
  -- Of so many tickets so many are paid, and the cheapest are free.
  take integer check (take between 2 and 20),
  pay integer check (pay >= 1),
  -- The face value that a ticket has instead.
  price minor_units,
  channels text[] not null check (cardinality(channels) > 0 and channels <@ array['online', 'box_office']),
  -- Codes or names of sectors, and names of price types; null where all are meant.
  sectors text[] check (cardinality(sectors) > 0),
  price_types text[] check (cardinality(price_types) > 0),
  -- Of performances: from 1, Monday, to 7, and when they start, at their venue.
  weekdays integer[] check (cardinality(weekdays) > 0 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]),
  performances timestamptz[] check (cardinality(performances) > 0),
  -- When tickets are bought.
  sold_from timestamptz,
  sold_until timestamptz check (sold_until > sold_from),
  withdrawn boolean not null default false,
  constraint promotion_says_what check (
    case kind when 'percentage' then percent is not null and num_nonnulls(take, pay, price) = 0
              when 'n_for_m' then pay < take and num_nonnulls(percent, price) = 0
              else price is not null and num_nonnulls(percent, take, pay) = 0 end),
  unique (show_id, key)
);
