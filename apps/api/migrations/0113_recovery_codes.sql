-- Codes to recover a password. Anybody can ask for one by typing an address. For an address without an account the row has no customer,
-- and nothing is mailed.
alter table mail_code alter column customer_id drop not null;
alter table mail_code drop constraint mail_code_purpose_check;
alter table mail_code add constraint mail_code_purpose_check check (purpose ~ '^[a-z]+(-[a-z]+)*$');
-- The address that was typed, hashed with the server's secret.
alter table mail_code add column address_key text check (address_key ~ '^[A-Za-z0-9_-]{43}$');
-- A code that was mailed a moment before and counts for this request too, instead of one more mail.
alter table mail_code add column shared_code_id opaque_id references mail_code on delete cascade;
alter table mail_code add constraint mail_code_owner check (
  case purpose when 'recover-password' then address_key is not null else customer_id is not null end);
create index mail_code_address on mail_code (address_key, created_at desc) where address_key is not null;
create index mail_code_shared on mail_code (shared_code_id) where shared_code_id is not null;
