-- A purchase paid with two cards (decision 057): the first card's attempt is for a part of the price, and once it is approved it waits as
-- `secured`, its money owed to the buyer, until the second pays the rest. Then both are approved, in one transaction. 0 is every other attempt.
alter table attempt add column card_part smallint not null default 0;
alter table attempt add constraint attempt_card_part check (card_part in (0, 1, 2) and (card_part = 0 or (amount > 0 and from_balance = 0))) not valid;
create trigger attempt_card_part_stays before update of card_part on attempt for each row execute function refuse_change();

-- The constraint takes more than before, so what is there satisfies it: 0286 says so to the planner.
alter table attempt drop constraint attempt_state_check;
alter table attempt add constraint attempt_state_check check (state in (
  'started', 'unknown', 'pending', 'processing', 'approved', 'offered', 'secured', 'declined', 'cancelled', 'returning', 'reversed', 'refunded')) not valid;
alter table attempt add constraint attempt_secured check (state <> 'secured' or card_part = 1) not valid;

-- One attempt counts, or one of each card.
drop index attempt_that_counts;
create unique index attempt_that_counts on attempt (purchase_id, (card_part = 1))
  where state in ('started', 'unknown', 'pending', 'processing', 'approved', 'offered', 'secured');

-- Both cards pay the whole price or neither pays any of it, and what waits keeps its purchase from being changed: a server of the version
-- before, which does not know of it, can neither sell nor reopen such a purchase; a newer one does.
create function check_two_cards() returns trigger language plpgsql as $$
declare waits boolean; paid bigint; approved bigint; bought record;
begin
  select stage, total into strict bought from purchase where id = new.purchase_id;
  select coalesce(bool_or(state = 'secured'), false), coalesce(sum(amount) filter (where state = 'approved'), 0),
         count(*) filter (where state = 'approved')
    into waits, paid, approved
    from attempt where purchase_id = new.purchase_id and card_part > 0;
  if waits and bought.stage <> 'paying' then
    raise exception 'a card that waits for another keeps its purchase as it is' using errcode = 'check_violation';
  end if;
  if approved > 0 and (approved <> 2 or paid <> bought.total) then
    raise exception 'two cards pay the whole price or nothing' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger attempt_pays_with_another after insert or update of state on attempt
  deferrable initially deferred for each row when (new.card_part > 0) execute function check_two_cards();
