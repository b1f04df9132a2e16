-- Who reads tickets at a door.
alter table customer drop constraint customer_role_check;
alter table customer add constraint customer_role_check check (role in ('customer', 'box-office', 'organiser', 'door'));

-- Every reading of a code: what was read, by whom, at which door, and what was answered. A code that is no ticket's is kept by its
-- result alone.
create table reading (
  -- The performance that the door let people in to.
  performance_id integer not null,
  id opaque_id not null,
  result text not null check (result in ('valid', 'used', 'void', 'other_performance', 'unknown')),
  -- Of another performance with `other_performance`.
  ticket_id opaque_id check ((ticket_id is null) = (result = 'unknown')),
  door text,
  read_by opaque_id not null,
  session_id text not null,
  -- Of the reading: after a lost answer it comes again with the same one.
  idempotency_key text not null,
  read_at timestamptz not null default clock_timestamp(),
  primary key (performance_id, id)
);
-- One person enters with a ticket, however many doors read it at once.
create unique index entry_of_ticket on reading (performance_id, ticket_id) where result = 'valid';
create unique index reading_of_click on reading (performance_id, read_by, idempotency_key, (coalesce(ticket_id, '')));
create index misses_of_session on reading (session_id, read_at) where result = 'unknown';
create trigger reading_stays before update or delete on reading for each row execute function refuse_change();
create trigger reading_is_kept before truncate on reading execute function refuse_change();
