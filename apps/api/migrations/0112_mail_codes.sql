-- A customer whose address is known to be theirs: they typed a code that was mailed to it.
alter table customer add column email_confirmed_at timestamptz;

-- Codes that were mailed. The code itself stands nowhere: it follows from the id and the server's secret.
create table mail_code (
  id opaque_id primary key,
  customer_id text not null references customer on delete cascade,
  purpose text not null check (purpose in ('confirm-address')),
  tries integer not null default 0 check (tries >= 0),
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index mail_code_customer on mail_code (customer_id, purpose, created_at desc);
create index mail_code_created on mail_code (created_at);
