-- Links that log in, by mail (decision 035). Nothing to follow stands here: the link's text follows from the id and the server's secret,
-- and it works in the browser whose cookie has this hash. An address without account has a row too, so that both take as long.
create table log_in_link (
  id opaque_id primary key,
  customer_id text references customer on delete cascade,
  browser text not null check (browser ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index log_in_link_customer on log_in_link (customer_id);
create index log_in_link_created on log_in_link (created_at);
