-- A purchase that costs nothing is confirmed by an attempt like any other, of which no provider hears (decision 018).
alter table attempt drop constraint attempt_amount_check;
alter table attempt add constraint attempt_amount check (case provider when 'free' then amount = 0 else amount > 0 end);
alter table attempt drop constraint attempt_card;
alter table attempt add constraint attempt_card
  check (case when provider in ('cash', 'free') then num_nonnulls(brand, bin, last_four) = 0 else num_nulls(brand, bin, last_four) = 0 end);
alter table attempt drop constraint cash_at_once;
alter table attempt add constraint at_once check (provider not in ('cash', 'free') or instalments = 1);

-- Nothing has no parts.
create or replace function check_split() returns trigger language plpgsql as $$
begin
  if coalesce((select sum((part ->> 'amount')::bigint) from jsonb_array_elements(new.split) as part), 0) <> new.amount then
    raise exception 'an amount is the sum of its parts' using errcode = 'check_violation';
  end if;
  return new;
end $$;
