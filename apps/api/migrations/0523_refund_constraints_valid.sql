-- Reads the tables without blocking writes.
alter table refund validate constraint refund_closed;
alter table refund validate constraint refund_undone;
alter table staff_action validate constraint staff_action_verb_check;
