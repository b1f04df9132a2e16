-- Subscriptions to the newsletter (decision 064), with or without an account. Nothing to follow stands here: the links of the mails follow
-- from the id and the server's secret. Whoever leaves has no row any more.
create table newsletter_subscription (
  id opaque_id primary key,
  -- As addresses are compared: small letters.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 80),
  -- When it was asked for last: the link that confirms counts from here.
  asked_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz
);
create index newsletter_subscription_unconfirmed on newsletter_subscription (asked_at) where confirmed_at is null;
