-- Cash that a clerk puts into the drawer or takes out of it during the day, with a reason (decision 059). The click's key makes its repetition
-- the same entry.
alter table drawer_entry add column reason text, add column key text;
alter table drawer_entry drop constraint drawer_entry_kind_check, drop constraint entry_sign;
alter table drawer_entry add constraint drawer_entry_kind_check
  check (kind in ('float', 'sale', 'paid_out', 'cash_in', 'cash_out', 'difference', 'counted'));
alter table drawer_entry add constraint entry_sign check (
  case kind when 'difference' then true when 'paid_out' then amount < 0 when 'cash_out' then amount < 0 when 'counted' then amount <= 0
            when 'sale' then amount > 0 when 'cash_in' then amount > 0 else amount >= 0 end);
alter table drawer_entry add constraint reason_of_a_cash_move check (
  case when kind in ('cash_in', 'cash_out') then reason is not null and length(reason) between 1 and 300 and key is not null
       else reason is null and key is null end);
create unique index drawer_entry_by_key on drawer_entry (drawer_id, key) where key is not null;
