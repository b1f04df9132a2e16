-- Messages to support (decision 074), with or without an account. They are mailed from here and deleted after ninety days; support works
-- with the mail.
create table support_message (
  id opaque_id primary key,
  -- What the visitor is told: random, so that it says nothing of how many messages there are.
  number integer not null unique check (number between 10000000 and 99999999),
  kind text not null check (kind in ('question', 'complaint', 'suggestion')),
  message text not null check (length(message) between 1 and 4000),
  name text not null check (length(name) between 1 and 80),
  phone text not null check (length(phone) between 1 and 40),
  customer_id opaque_id references customer,
  -- Of an order of this customer, as it was when the message was sent.
  order_number bigint check (customer_id is not null or order_number is null),
  page text check (length(page) between 1 and 200),
  -- Browser and system in words of a fixed list.
  device text check (length(device) between 1 and 60),
  sent_at timestamptz not null default clock_timestamp()
);
create index support_message_sent_at on support_message (sent_at);
create index support_message_customer on support_message (customer_id) where customer_id is not null;
