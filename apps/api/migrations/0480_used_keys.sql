-- A click's key means one act (decision 092): what was asked with it, by whom, as a keyed hash. A claim that starts a purchase keeps its own in
-- the purchase, so that starting one writes no second row; every other call that takes a key writes it here.
create table used_key (
  -- A customer, somebody of staff, or a pay link.
  caller_id text not null check (length(caller_id) between 1 and 64),
  key text not null check (length(key) between 1 and 64),
  -- Null for clicks of before: anything that is asked with their keys counts as the same.
  asked text check (length(asked) = 22),
  -- What staff do has no other guard that lasts as long: their keys are never forgotten.
  lasts boolean not null,
  at timestamptz not null default clock_timestamp(),
  primary key (caller_id, key)
);

insert into used_key (caller_id, key, asked, lasts, at)
select caller_id, key, null, true, at
  from (select staff_id as caller_id, idempotency_key as key, at from staff_action
        union all select staff_id, idempotency_key, at from delivery_step
        union all select staff_id, key, at from drawer_entry join drawer on drawer.id = drawer_id where key is not null
        union all select handed_over_by, handed_over_key, handed_over_at from purchase_product where handed_over_key is not null) as used
    on conflict do nothing;

-- Last, and without checks, which would read the whole table: purchase is locked for an instant only. Null for those of before.
alter table claim_key add column asked text;
alter table purchase add column claim_asked text;
