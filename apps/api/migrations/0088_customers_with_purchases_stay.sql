-- A customer without purchases may be deleted. The lock waits for purchases that are being started just then. A purchase started
-- later, by a request whose session was looked at before it went, cannot be paid without a session and expires.
create or replace function keep_customer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    lock table purchase in share mode;
    if not exists (select from purchase where customer_id = old.id) then
      return old;
    end if;
  end if;
  raise exception 'customers keep their row and its id: purchases name them' using errcode = 'restrict_violation';
end $$;
