-- What the provider, or the card's bank, had given back of itself without a ticket, and these tickets stand for: it was not paid again.
alter table refund add column covered minor_units not null default 0;
alter table refund drop constraint refund_amount;
alter table refund add constraint refund_amount
  check ((amount = 0) = (way = 'nothing' or (way = 'elsewhere' and covered > 0))) not valid;
create trigger refund_covered_fact before update of covered on refund for each row execute function refuse_change();
