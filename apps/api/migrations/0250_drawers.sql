-- The cash drawer of a clerk (decision 054): opened with a float, moved by each sale and each void for cash, closed with what was counted.
create table drawer (
  id opaque_id primary key,
  staff_id opaque_id not null,
  opened_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  -- Why what was counted is not what was expected.
  note text check (length(note) between 1 and 300),
  constraint note_at_the_end check (note is null or closed_at is not null)
);
create unique index drawer_open on drawer (staff_id) where closed_at is null;
create index drawer_by_time on drawer (opened_at desc);

-- Money in is positive. A closed drawer sums to zero: what was counted leaves it, and the difference says what was missing (negative) or over.
create table drawer_entry (
  drawer_id opaque_id not null references drawer,
  id bigint generated always as identity,
  kind text not null check (kind in ('float', 'sale', 'paid_out', 'difference', 'counted')),
  -- Minor units.
  amount bigint not null,
  purchase_id opaque_id,
  refund_id opaque_id,
  at timestamptz not null default clock_timestamp(),
  primary key (drawer_id, id),
  constraint entry_of_a_sale check ((kind in ('sale', 'paid_out')) = (purchase_id is not null) and (kind = 'paid_out') = (refund_id is not null)),
  constraint entry_sign check (case kind when 'difference' then true when 'paid_out' then amount < 0 when 'counted' then amount <= 0 when 'sale' then amount > 0
                                         else amount >= 0 end)
);
-- Each movement of the ledger is one of one drawer.
create unique index drawer_entry_of_sale on drawer_entry (purchase_id) where kind = 'sale';
create unique index drawer_entry_of_refund on drawer_entry (purchase_id, refund_id) where kind = 'paid_out';
create unique index drawer_entry_once on drawer_entry (drawer_id, kind) where kind in ('float', 'difference', 'counted');
create trigger drawer_entry_stays before update or delete on drawer_entry for each row execute function refuse_change();
create trigger drawer_entry_is_kept before truncate on drawer_entry execute function refuse_change();
create trigger drawer_stays before delete on drawer for each row execute function refuse_change();

create function check_drawer() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null or new.id <> old.id or new.staff_id <> old.staff_id or new.opened_at <> old.opened_at then
    raise exception 'a drawer is opened and closed once' using errcode = 'check_violation';
  end if;
  if new.closed_at is not null and (select sum(amount) from drawer_entry where drawer_id = new.id) is distinct from 0 then
    raise exception 'a closed drawer sums to zero' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger drawer_closes before update on drawer for each row execute function check_drawer();

create function check_drawer_is_open() returns trigger language plpgsql as $$
begin
  if (select closed_at from drawer where id = new.drawer_id) is not null then
    raise exception 'the drawer is closed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger entry_of_an_open_drawer before insert on drawer_entry for each row execute function check_drawer_is_open();

-- What counters do by hand is written down like what the office does.
alter table staff_action drop constraint staff_action_verb_check;
alter table staff_action add constraint staff_action_verb_check
  check (verb in ('refund', 'resend', 'ask_again', 'book_as_paid', 'give_back', 'print', 'void'));
create index staff_action_of_staff on staff_action (staff_id, at);
-- The sales of counters, the newest first: those of a day are looked through for a name.
create index purchase_sold_at_counters on purchase (ended_at desc) where channel = 'box_office' and stage = 'paid';
