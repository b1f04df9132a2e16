-- What was added to an account and is told to its owner by mail (decision 090). The link of the mail follows from the id and the server's
-- secret, so nothing to follow stands here.
create table account_notice (
  id opaque_id primary key,
  customer_id text not null references customer on delete cascade,
  kind text not null check (kind in ('passkey', 'device', 'factor', 'address')),
  -- The row of passkey, known_device, second_factor or customer_address, which may be gone by now.
  subject_id text not null check (subject_id ~ '^[A-Za-z0-9_-]{22,43}$'),
  -- The browser in which it was added, by names of a fixed list; null when it did not say.
  browser text,
  added_at timestamptz not null default clock_timestamp(),
  -- Since when a worker mails it: all notices of one mail have the same. Null again when the mail could not be sent.
  mailing_at timestamptz,
  told_at timestamptz,
  -- When the link's button was pressed.
  ended_at timestamptz,
  check (told_at is null or mailing_at is not null)
);
create index account_notice_customer on account_notice (customer_id, added_at);
create index account_notice_added on account_notice (added_at);
