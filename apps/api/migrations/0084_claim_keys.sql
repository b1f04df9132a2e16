-- A repeated click gets its first answer, whatever was clicked after it. What the click that starts a purchase got stays in the purchase, so
-- that starting one writes no second row; what its later clicks got stands here until the purchase ends.
create table claim_key (
  purchase_id opaque_id not null references purchase on delete cascade,
  key text not null check (length(key) between 1 and 64),
  place_ids integer[] not null,
  contiguous boolean not null,
  primary key (purchase_id, key)
);
-- Null in purchases that were started before: what they got counts as side by side, as it did.
alter table purchase add column claim_contiguous boolean;
