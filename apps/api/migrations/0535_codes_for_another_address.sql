-- A code that proves the address which an account is to have stands without an order; the one that it had is told of it (decision 112).
alter table mail_code drop constraint mail_code_mailbox;
alter table mail_code add constraint mail_code_mailbox check (purchase_id is null or mailbox is not null) not valid;
alter table mail_code add column replaced text;
alter table mail_code add constraint mail_code_replaced_check check (length(replaced) between 3 and 254) not valid;
