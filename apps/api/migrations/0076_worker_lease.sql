-- Until when a worker counts as alive: it says so again every few seconds. The job queue itself would keep the jobs of one that
-- was killed locked for four hours.
create table worker_lease (
  worker_id text primary key,
  until timestamptz not null
);
