-- Each claim locked its performance's row to prove that it exists: one row for all processes that sell it. A performance is deleted
-- by hand if ever; that is where it is looked whether anything is held.
alter table hold drop constraint hold_performance;
create function refuse_performance_with_holds() returns trigger language plpgsql as $$
begin
  if exists (select from hold where performance_id = old.id) then
    raise exception 'performance % has holds', old.id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;
create trigger performance_without_holds before delete on performance for each row execute function refuse_performance_with_holds();
