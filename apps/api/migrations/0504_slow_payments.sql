-- Payments of a show that are confirmed hours or days later, as cash is: how long they may take, and what of a performance may wait for
-- them at a time, in percent. Null: only means of payment that are confirmed at once.
alter table show add column slow_payment_hours integer;
alter table show add constraint show_slow_payment_hours_check check (slow_payment_hours between 1 and 240) not valid;
alter table show add column slow_payment_most_percent integer;
alter table show add constraint show_slow_payment_most_percent_check check (slow_payment_most_percent between 1 and 100) not valid;
alter table show add constraint slow_payments_whole check ((slow_payment_hours is null) = (slow_payment_most_percent is null)) not valid;

-- Until when the attempt keeps its places if its provider confirms it later; null where it was asked for means that are confirmed at once.
alter table attempt add column slow_until timestamptz;
-- A fact, as what was asked for is.
create trigger attempt_slow_fact before update of slow_until on attempt for each row execute function refuse_change();
