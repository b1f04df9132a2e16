-- Reads the tables without blocking writes.
alter table undelivered_mail validate constraint undelivered_mail_reason;
alter table undelivered_mail validate constraint undelivered_mail_aside_reason_length;
alter table undelivered_mail validate constraint undelivered_mail_reason_check;
alter table staff_action validate constraint staff_action_verb_check;
