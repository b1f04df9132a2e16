-- Servers keep what the search reads in memory. The version is another one as soon as a transaction that changed any of it commits, so
-- that a search can tell whether what its server keeps is up to date.
create table search_version (
  only_one boolean primary key default true check (only_one),
  -- Random, so that no version returns after a backup was restored or a replica took over.
  version uuid not null default gen_random_uuid()
);
insert into search_version default values;

-- A statement that meets no rows changes nothing: most imports repeat what is known. The row is locked until the transaction ends;
-- imports run one at a time anyway.
create function renew_search_version() returns trigger language plpgsql as $$
begin
  if tg_op <> 'TRUNCATE' then
    if not exists (select from changed) then
      return null;
    end if;
  end if;
  update search_version set version = gen_random_uuid();
  return null;
end
$$;

create trigger renew_search_of_added after insert on show
  referencing new table as changed for each statement execute function renew_search_version();
create trigger renew_search_of_changed after update on show
  referencing new table as changed for each statement execute function renew_search_version();
create trigger renew_search_of_removed after delete on show
  referencing old table as changed for each statement execute function renew_search_version();
create trigger renew_search_of_emptied after truncate on show
  for each statement execute function renew_search_version();

create trigger renew_search_of_added after insert on performance
  referencing new table as changed for each statement execute function renew_search_version();
create trigger renew_search_of_changed after update on performance
  referencing new table as changed for each statement execute function renew_search_version();
create trigger renew_search_of_removed after delete on performance
  referencing old table as changed for each statement execute function renew_search_version();
create trigger renew_search_of_emptied after truncate on performance
  for each statement execute function renew_search_version();

create trigger renew_search_of_added after insert on show_word
  referencing new table as changed for each statement execute function renew_search_version();
create trigger renew_search_of_changed after update on show_word
  referencing new table as changed for each statement execute function renew_search_version();
create trigger renew_search_of_removed after delete on show_word
  referencing old table as changed for each statement execute function renew_search_version();
create trigger renew_search_of_emptied after truncate on show_word
  for each statement execute function renew_search_version();

-- Its time zone says on which day a performance is.
create trigger renew_search_of_changed after update on venue
  referencing new table as changed for each statement execute function renew_search_version();

-- It was for the search alone. Performances of one show are found by the table's unique index.
drop index performance_of_search;
