-- Who looks after performances, in the office.
alter table customer drop constraint customer_role_check;
alter table customer add constraint customer_role_check check (role in ('customer', 'box-office', 'organiser'));

-- What an organiser's screen counts again and again is counted in these alone, whatever the size of the tables.
create index ticket_by_time on ticket (issued_at) include (performance_id) where state = 'valid';
create index takings_of_performance on ledger_entry (performance_id) include (account, amount)
  where account in ('tickets', 'service_charge');
