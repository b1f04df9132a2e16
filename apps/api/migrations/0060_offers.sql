-- Late money (design §6): an approval that comes when the places are gone brings equal ones, held until the buyer has said
-- whether they will do. Meanwhile the purchase is `offered`; it is held by money, so it does not count among those that a
-- customer may have going at a time.
alter table purchase drop constraint purchase_stage_check;
alter table purchase add constraint purchase_stage_check check (stage in ('open', 'paying', 'offered', 'paid', 'expired', 'cancelled'));
alter table purchase drop constraint paying_has_a_total;
alter table purchase add constraint paying_has_a_total
  check (stage not in ('paying', 'offered', 'paid') or (total is not null and paying_since is not null));

alter table attempt drop constraint attempt_state_check;
alter table attempt add constraint attempt_state_check check (state in (
  'started', 'unknown', 'pending', 'processing', 'approved', 'offered', 'declined', 'cancelled', 'returning', 'reversed', 'refunded'));
drop index attempt_that_counts;
create unique index attempt_that_counts on attempt (purchase_id)
  where state in ('started', 'unknown', 'pending', 'processing', 'approved', 'offered');

-- late_sale: the buyer took the places offered, so what was owed to them is what they paid.
alter table ledger_transaction drop constraint ledger_transaction_kind_check;
alter table ledger_transaction add constraint ledger_transaction_kind_check
  check (kind in ('sale', 'late_receipt', 'late_sale', 'late_return'));

create table offer (
  purchase_id opaque_id primary key,
  reference text not null,
  -- Which place stands for which, in the hold and in the prices too: [{"performanceId", "from", "to"}].
  changes jsonb not null check (jsonb_array_length(changes) >= 1),
  made_at timestamptz not null default clock_timestamp(),
  -- By the database's clock; the places are held a few seconds longer.
  until timestamptz not null,
  ending text check (ending in ('accepted', 'declined', 'lapsed')),
  ended_at timestamptz,
  foreign key (purchase_id, reference) references attempt,
  constraint offers_last check (until > made_at),
  constraint ended_when_answered check ((ending is null) = (ended_at is null))
);
-- What was offered until when stays as it was; it ends once.
create trigger offer_facts before update of purchase_id, reference, changes, made_at, until on offer
  for each row execute function refuse_change();
create trigger offer_stays before delete on offer for each row execute function refuse_change();
