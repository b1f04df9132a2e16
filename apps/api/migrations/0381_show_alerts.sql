-- "Tell me when there are tickets" (decision 073): one mail for each time that a sold-out show has places again or gets another date.
-- Nothing to follow stands here: the links of the mails follow from the id and the server's secret. Whoever leaves has no row any more.
create table show_alert (
  id opaque_id primary key,
  show_id integer not null references show on delete cascade,
  -- As addresses are compared: small letters.
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  -- That it was asked for in; null is the brand's.
  language text check (language in ('es', 'en', 'pt')),
  -- When it was asked for last: the link that confirms counts from here.
  asked_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz,
  -- When the last mail about the show was due.
  told_at timestamptz,
  unique (show_id, email)
);
create index show_alert_by_email on show_alert (email);
create index show_alert_unconfirmed on show_alert (asked_at) where confirmed_at is null;

-- What was last seen of a show that somebody waits for: what differs from it is news.
create table watched_show (
  show_id integer primary key references show on delete cascade,
  has_places boolean not null,
  -- Of its performances, cancelled ones too; 0 before the first.
  newest_performance_id integer not null
);
