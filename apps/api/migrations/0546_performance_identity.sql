-- A performance is known by its key and not by its start, which may change: what names it (promotions, products, files that are imported again)
-- goes on naming it, and its tickets are those of the new date.
alter table performance
  add column key text,
  -- Goes up with every change of what the row says. Calendar programs compare it (SEQUENCE), and so does whoever writes what they read before.
  -- Not `version`, which statements of servers of before mean another table's by.
  add column revision integer not null default 1,
  -- Of its last change; null: none since this is recorded.
  add column changed_at timestamptz;
alter table performance add constraint performance_key_check check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 120) not valid;

-- Where nobody gives it one, it is called after the start that it has at first, by the clocks of its venue: `2027-03-14-2030`.
create function name_performance() returns trigger language plpgsql as $$
declare
  usual text := (select to_char(new.starts_at at time zone time_zone, 'YYYY-MM-DD-HH24MI') from venue where id = new.venue_id);
  turn integer := 1;
begin
  new.key := usual;
  while exists (select from performance where show_id = new.show_id and key = new.key) loop
    turn := turn + 1;
    new.key := usual || '-' || turn;
  end loop;
  return new;
end
$$;
create trigger performance_is_named before insert on performance for each row when (new.key is null) execute function name_performance();

-- What it was before it moved; nobody changes it.
create table performance_move (
  performance_id integer not null references performance on delete cascade,
  -- That the performance had before.
  revision integer not null,
  starts_at timestamptz not null,
  venue_id integer not null references venue,
  moved_at timestamptz not null default clock_timestamp(),
  primary key (performance_id, revision)
);
create trigger performance_move_stays before update on performance_move for each row execute function refuse_change();

create function count_performance_change() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.changed_at := clock_timestamp();
  if (new.starts_at, new.venue_id) is distinct from (old.starts_at, old.venue_id) then
    insert into performance_move (performance_id, revision, starts_at, venue_id) values (old.id, old.revision, old.starts_at, old.venue_id);
  end if;
  return new;
end
$$;
create trigger performance_change_counts before update on performance for each row
  when (old.key is not null and (new.key, new.venue_id, new.venue_map_id, new.starts_at, new.doors_at, new.on_sale_at, new.state)
        is distinct from (old.key, old.venue_id, old.venue_map_id, old.starts_at, old.doors_at, old.on_sale_at, old.state))
  execute function count_performance_change();

-- The performances that they are for, by id; null: all. `performances` has their starts, for servers of the version before.
alter table promotion add column performance_ids integer[];
alter table product add column performance_ids integer[];

-- What others call a performance in what they publish, so that it is found again by that.
create table import_link (
  -- What kind of name it is, such as `@id`.
  source text not null check (length(source) between 1 and 40),
  external_id text not null check (length(external_id) between 1 and 1000),
  kind text not null check (kind in ('performance')),
  -- Of its row.
  id integer not null,
  primary key (source, kind, external_id)
);
create index import_link_of on import_link (kind, id);
