-- Who handed a product of a purchase over, and when; once. Not validated, for no row of before has any.
alter table purchase_product add column handed_over_at timestamptz, add column handed_over_by text, add column handed_over_key text;
alter table purchase_product add constraint handed_over_is_whole check (
  num_nulls(handed_over_at, handed_over_by, handed_over_key) in (0, 3) and length(handed_over_key) between 1 and 64) not valid;
