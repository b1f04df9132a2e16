-- The waiting room of a performance (decision 087). A place in line is a signed number in a cookie: there is no row per waiter.

-- One per performance that ever had a room; opening it again is another epoch, which makes earlier numbers worthless.
create table queue_room (
  performance_id integer primary key references performance on delete cascade,
  epoch smallint not null default 1 check (epoch > 0),
  -- `standby`: there is no queue; one opens by itself when arrivals pass `standby_arrivals`.
  phase text not null check (phase in ('standby', 'pre', 'active', 'paused', 'draining', 'sold_out', 'closed')),
  -- The draw among all who are there; null: people queue in the order of their arrival.
  starts_at timestamptz,
  opened_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  -- Published when the room is closed; its hash is public from the beginning.
  secret text not null check (secret ~ '^[0-9a-f]{64}$'),
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  seed text check (seed ~ '^[0-9a-f]{64}$'),
  drawn_at timestamptz,
  drawn_priority integer check (drawn_priority >= 0),
  drawn_general integer check (drawn_general >= 0),
  -- Of these networks, numbers from before the draw go into the last lane; in `suspects` they are only shown to the organiser.
  demoted text[] not null default '{}',
  suspects text[] not null default '{}',
  -- Numbers of these networks.
  suspect_numbers integer not null default 0 check (suspect_numbers >= 0),
  -- What the organiser turns.
  per_minute integer not null check (per_minute between 1 and 100000),
  most_inside integer not null check (most_inside between 1 and 1000000),
  grace_seconds integer not null check (grace_seconds between 30 and 3600),
  pass_minutes integer not null check (pass_minutes between 1 and 60),
  -- Places that one pass may have; null: as many as the show allows each customer.
  most_places integer check (most_places between 1 and 100),
  one_per_account boolean not null default false,
  accessible_lane boolean not null default true,
  demotes boolean not null default false,
  -- People let in per minute while the store of numbers does not answer; 0: none.
  unreachable_per_minute integer not null default 0 check (unreachable_per_minute between 0 and 100000),
  standby_arrivals integer check (standby_arrivals between 1 and 1000000),
  -- Counted while it stands by.
  arrivals bigint not null default 0,
  message jsonb not null default '{}' check (jsonb_typeof(message) = 'object'),
  -- The organiser said so, whatever the stock says.
  told_sold_out boolean not null default false,
  -- It was draining when its last place went: a place that comes back lets it drain on.
  drains boolean not null default false,
  -- As the leader last saw it.
  stock text not null default 'plenty' check (stock in ('plenty', 'low', 'out')),
  constraint drawn_at_once check ((drawn_at is null) = (seed is null) and (seed is null) = (drawn_general is null)
                                  and (seed is null) = (drawn_priority is null)),
  constraint closed_at_its_end check ((phase = 'closed') = (closed_at is not null))
);

-- The numbers of a lane. With another store they are bounds, written before it gives out a number or calls a position: it may lose its own.
create table queue_line (
  performance_id integer not null references queue_room on delete cascade,
  epoch smallint not null,
  lane text not null check (lane in ('priority', 'general', 'late')),
  issued integer not null default 0 check (issued >= 0),
  -- Positions below it may go in.
  serving integer not null default 0 check (serving >= 0),
  -- Positions below it were called so long ago that their turn is over.
  lapsed integer not null default 0 check (lapsed >= 0 and lapsed <= serving),
  -- What the draw counted.
  drawn integer check (drawn >= 0),
  primary key (performance_id, epoch, lane)
) with (fillfactor = 50);

-- One pass for each position that was let in.
create table queue_pass (
  performance_id integer not null,
  epoch smallint not null,
  lane text not null,
  position integer not null check (position >= 0),
  -- The number's own random name.
  ticket text not null,
  -- A keyed hash of the account, from the first time that one is known.
  holder text,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  left_at timestamptz,
  primary key (performance_id, epoch, lane, position),
  foreign key (performance_id, epoch, lane) references queue_line on delete cascade
);
create index queue_pass_inside on queue_pass (performance_id, epoch, expires_at) where left_at is null;

-- Where each account gets one number.
create table queue_account (
  performance_id integer not null,
  epoch smallint not null,
  -- A keyed hash.
  holder text not null,
  lane text not null,
  number integer not null,
  ticket text not null,
  joined_at timestamptz not null,
  -- For accessible places alone, and the network that the number counts for.
  accessible boolean not null,
  network text not null,
  primary key (performance_id, epoch, holder),
  foreign key (performance_id, epoch, lane) references queue_line on delete cascade
);

-- Numbers that were given to one network, for what the draw may demote.
create table queue_network (
  performance_id integer not null references queue_room on delete cascade,
  epoch smallint not null,
  -- A short keyed hash.
  network text not null,
  numbers integer not null check (numbers > 0),
  primary key (performance_id, epoch, network)
) with (fillfactor = 70);

-- Solutions that were used for a number; unlogged, because a lost one costs a cheat some work and gains nothing more.
create unlogged table queue_solution (
  solution text primary key,
  expires_at timestamptz not null
);
create index queue_solution_by_end on queue_solution (expires_at);

-- Presale codes: a number with one of them stands in the first lane.
create table queue_code (
  performance_id integer not null references queue_room on delete cascade,
  code text not null check (length(code) between 4 and 64),
  uses_left integer not null check (uses_left >= 0),
  primary key (performance_id, code)
);

-- Who leads the rooms: advances their lines, one process at a time.
create table queue_lease (
  name text primary key,
  holder text not null,
  -- Grows with each new holder: what an earlier one writes is refused.
  term bigint not null,
  until timestamptz not null
);

-- What an organiser changed, for good.
create table queue_change (
  id bigint generated always as identity primary key,
  -- Without a reference, so that a performance can go and its log stays.
  performance_id integer not null,
  at timestamptz not null default clock_timestamp(),
  -- As everything that staff did, without a reference: an erased account keeps its row.
  customer_id text,
  change jsonb not null
);
create index queue_change_by_performance on queue_change (performance_id, id);
create trigger queue_change_stays before update or delete on queue_change for each row execute function refuse_change();
create trigger queue_change_is_kept before truncate on queue_change execute function refuse_change();

-- Six a minute, for the organiser's chart.
create table queue_sample (
  performance_id integer not null references queue_room on delete cascade,
  at timestamptz not null,
  waiting integer not null,
  inside integer not null,
  called integer not null,
  redeemed integer not null,
  free integer,
  held integer,
  claim_p95_ms integer not null,
  primary key (performance_id, at)
);

-- What the performance cost online, each time that it changed while its room was open: people pay no more than when they joined.
create table queue_price (
  performance_id integer not null references queue_room on delete cascade,
  seen_at timestamptz not null,
  prices jsonb not null,
  primary key (performance_id, seen_at)
);

-- When the buyer joined the waiting room: prices and charges of then are kept for these places. Null without a room.
alter table hold add column promised_at timestamptz;

-- What the leader saw at its last tick, for the organiser's screen in any process.
create table queue_pulse (
  performance_id integer primary key references queue_room on delete cascade,
  epoch smallint not null,
  at timestamptz not null,
  waiting integer not null,
  inside integer not null,
  called integer not null,
  redeemed integer not null,
  -- The share of those called who go in.
  show_rate real not null check (show_rate between 0 and 1),
  reason text not null check (reason in ('rate', 'inside', 'stock', 'latency', 'start', 'silence')),
  -- Null while the performance is not on sale.
  places integer,
  free integer,
  held integer,
  -- Null while no places are taken.
  claim_p95_ms integer
) with (fillfactor = 50);
