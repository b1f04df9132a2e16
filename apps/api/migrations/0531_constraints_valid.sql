-- Reads the tables without blocking writes.
alter table refund validate constraint refund_asked_from_check;
alter table show validate constraint show_slow_payment_hours_check;
alter table show validate constraint show_slow_payment_most_percent_check;
alter table show validate constraint slow_payments_whole;
alter table mail_code validate constraint mail_code_mailbox_check;
alter table mail_code validate constraint mail_code_mailbox;
alter table undelivered_mail validate constraint undelivered_mail_aside_reason_length;
alter table undelivered_mail validate constraint undelivered_mail_reason_check;
