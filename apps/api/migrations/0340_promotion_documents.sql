-- Promotions for who shows a document (decision 066), such as pensioners and students. Such a promotion needs a code for servers that do
-- not know documents yet: they keep it from whoever has not taken a use of it.
alter table promotion add column per_document integer check (per_document between 1 and 1000);
alter table promotion add constraint document_reduces_each_ticket check (
  per_document is null or (needs_code and cards is null and kind <> 'n_for_m'));

-- A document that was given for a ticket of a purchase. Those that count are of purchases that are paid or can still be.
create table promotion_document (
  purchase_id opaque_id not null references purchase on delete cascade,
  promotion_id integer not null,
  -- Among the tickets that the promotion reduces, from 0.
  position integer not null check (position >= 0),
  -- Of its number, as a keyed hash; null once it was forgotten.
  document_key text,
  -- The ticket, once it is sold.
  performance_id integer,
  place_id integer,
  given_at timestamptz not null default clock_timestamp(),
  primary key (purchase_id, promotion_id, position),
  constraint ticket_is_whole check (num_nonnulls(performance_id, place_id) in (0, 2))
);
create index promotion_document_by_key on promotion_document (promotion_id, document_key) where document_key is not null;
