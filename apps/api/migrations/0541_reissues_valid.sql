-- Reads the table without blocking writes.
alter table staff_action validate constraint staff_action_verb_check;
