-- Reservations (decision 048): places kept without payment for days, by a rule of the show. A reservation is a purchase in the stage
-- `reserved`; to be paid it becomes open again, and goes back to `reserved` when it is not paid in time.
alter table show add column reservation_days integer check (reservation_days between 1 and 60);
alter table show add column reservation_closes_hours integer check (reservation_closes_hours between 0 and 1000);
alter table show add column reservation_most_per_customer integer check (reservation_most_per_customer between 1 and 1000);
alter table show add column reservation_most_percent integer check (reservation_most_percent between 1 and 100);
alter table show add column reservation_part_payable boolean;
alter table show add constraint reservation_rule_is_whole
  check (num_nonnulls(reservation_days, reservation_closes_hours, reservation_most_per_customer, reservation_most_percent, reservation_part_payable) in (0, 5));

alter table purchase drop constraint purchase_stage_check;
alter table purchase add constraint purchase_stage_check check (stage in ('open', 'reserved', 'paying', 'offered', 'paid', 'expired', 'cancelled'));
-- Until when the reservation keeps the places; null for every other purchase.
alter table purchase add column reserved_until timestamptz;
alter table purchase add constraint reserved_until_a_time check (stage <> 'reserved' or reserved_until is not null);
create index purchase_reserved on purchase (deadline) where stage = 'reserved';

-- Reserved places count for the limits of their customer like those of running purchases.
drop index purchase_slot;
create unique index purchase_slot on purchase (customer_id, slot) where slot is not null and stage in ('open', 'paying', 'reserved');

-- C-02, the same table as `sale/stages.ts`.
create or replace function check_stage() returns trigger language plpgsql as $$
begin
  if (old.stage, new.stage) not in (
    ('open', 'paying'), ('open', 'expired'), ('open', 'cancelled'), ('open', 'reserved'),
    ('reserved', 'open'), ('reserved', 'expired'), ('reserved', 'cancelled'),
    ('paying', 'paid'), ('paying', 'offered'), ('paying', 'open'), ('paying', 'cancelled'),
    ('offered', 'paid'), ('offered', 'cancelled')
  ) then
    raise exception 'a purchase that is % cannot become %', old.stage, new.stage using errcode = 'check_violation';
  end if;
  return new;
end $$;

create table reservation (
  purchase_id opaque_id primary key references purchase on delete cascade,
  -- Who made it; at a counter the account of its clerk.
  customer_id text not null,
  performance_id integer not null,
  channel text not null check (channel in ('online', 'box_office')),
  reserved_at timestamptz not null default clock_timestamp(),
  until timestamptz not null,
  -- What was reserved and what it cost that day: shown once its places are gone.
  priced jsonb not null,
  -- Only of a counter.
  contact_name text check (length(contact_name) between 1 and 120),
  contact_phone text check (length(contact_phone) between 1 and 30)
);
create index reservation_of_customer on reservation (customer_id, performance_id);
create index reservation_of_performance on reservation (performance_id);
create index reservation_of_counters on reservation (reserved_at desc) where channel = 'box_office';
