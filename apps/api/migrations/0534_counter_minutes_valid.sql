-- Reads the table without blocking writes.
alter table deployment validate constraint deployment_counter_minutes_check;
