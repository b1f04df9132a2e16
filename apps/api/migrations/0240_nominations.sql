-- Nominations (decision 052): the name and document on a ticket, where its show asks for them.
-- How long before a performance they may still be changed; null where the show does not ask.
alter table show add column nomination_closes_hours integer check (nomination_closes_hours between 0 and 1000);
-- Whether a document may stand on one ticket of a performance only.
alter table show add column nomination_once_per_document boolean;
alter table show add constraint nomination_rule_is_whole check (num_nonnulls(nomination_closes_hours, nomination_once_per_document) in (0, 2));

create table nomination (
  performance_id integer not null,
  ticket_id opaque_id not null,
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 1 and 80),
  document_type text not null,
  -- As it is compared: capitals, without dots, hyphens and leading zeros of a DNI.
  document_number text not null check (length(document_number) between 1 and 20),
  once_per_document boolean not null,
  -- Counts the changes, so that a second tab notices one that it has not seen.
  version integer not null check (version > 0),
  named_at timestamptz not null default clock_timestamp(),
  primary key (performance_id, ticket_id),
  foreign key (performance_id, ticket_id) references ticket
);
-- The number alone, whatever type it was given with: nobody gets a second ticket by calling a DNI a passport.
create unique index nomination_of_document on nomination (performance_id, document_number) where once_per_document;

-- How often names were sent for a ticket, refused documents included: nobody finds out by trying who goes to a performance.
alter table ticket add column naming_tries integer not null default 0 check (naming_tries >= 0);
