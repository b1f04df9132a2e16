-- C-02, the same table as `sale/stages.ts`: whatever writes a stage, what may follow what is refused or allowed here.
create function check_stage() returns trigger language plpgsql as $$
begin
  if (old.stage, new.stage) not in (
    ('open', 'paying'), ('open', 'expired'), ('open', 'cancelled'),
    ('paying', 'paid'), ('paying', 'offered'), ('paying', 'open'), ('paying', 'cancelled'),
    ('offered', 'paid'), ('offered', 'cancelled')
  ) then
    raise exception 'a purchase that is % cannot become %', old.stage, new.stage using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger purchase_stage_moves before update of stage on purchase
  for each row when (old.stage is distinct from new.stage) execute function check_stage();
