-- Which of its customer's running purchases it is: two that start at the same moment never both get the last one.
alter table purchase add column slot smallint check (slot >= 1);
-- What the click that was answered last has got: its repetition gets the same answer.
alter table purchase add column claim_places integer[];
drop index purchase_going_on;
create index purchase_slot_to_free on purchase (deadline) where stage = 'paying' and slot is not null;

-- Uniqueness between the groups of design §5.6 stands alone, so that distributing the tables can drop it.
create unique index purchase_slot on purchase (customer_id, slot) where slot is not null and stage in ('open', 'paying');
