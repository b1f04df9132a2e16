-- The right to one place: a row for each place of a paid purchase, made in the transaction that marks it paid. What is
-- printed on it stands in `purchase.priced`; its number and its signed code follow from its id.
create table ticket (
  performance_id integer not null,
  id opaque_id not null,
  purchase_id opaque_id not null,
  place_id integer not null check (place_id >= 0),
  state text not null default 'valid' check (state in ('valid', 'void')),
  issued_at timestamptz not null default clock_timestamp(),
  primary key (performance_id, id),
  foreign key (performance_id, purchase_id) references hold
);
-- An independent second proof that no place is sold twice (design §5.2).
create unique index ticket_of_place on ticket (performance_id, place_id) where state = 'valid';
create index ticket_of_purchase on ticket (purchase_id);
