-- Reads the tables without blocking writes.
alter table undelivered_mail validate constraint undelivered_mail_reason;
alter table staff_action validate constraint staff_action_verb_check;
