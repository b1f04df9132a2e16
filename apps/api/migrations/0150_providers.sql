-- Several providers. What a provider's next call needs (an order's id, a rate) stands with the attempt, and so does what the browser
-- has to do next, so that a reload finds it.
alter table attempt add column number bigint not null default (100000000000000 + floor(random() * 280000000000000))::bigint
  check (number between 100000000000000 and 999999999999999);
-- Ours, for providers that take digits only: unique for ever, as the reference is.
create unique index attempt_number on attempt (number);
alter table attempt add column kept jsonb not null default '{}' check (jsonb_typeof(kept) = 'object');
alter table attempt add column next_step jsonb check (jsonb_typeof(next_step) = 'object');
-- One click at a time goes on with an attempt; its process may die, so the turn ends by itself.
alter table attempt add column resume_key text check (length(resume_key) between 1 and 64);
alter table attempt add column resuming_until timestamptz;
create trigger attempt_number_stays before update of number on attempt for each row execute function refuse_change();

-- A wallet knows no card; cash and nothing are paid at once.
alter table attempt drop constraint attempt_card;
alter table attempt add constraint attempt_card check (case
  when provider in ('cash', 'free') or brand is null then num_nonnulls(brand, bin, last_four) = 0
  else num_nulls(bin, last_four) in (0, 2)
end);

-- A call of a provider's server about a payment.
alter table attempt_event drop constraint attempt_event_kind_check;
alter table attempt_event add constraint attempt_event_kind_check check (kind in ('started', 'answered', 'settled', 'returned', 'notified'));
