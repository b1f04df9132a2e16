-- Reads the table without blocking writes.
alter table mail_code validate constraint mail_code_mailbox;
alter table mail_code validate constraint mail_code_replaced_check;
