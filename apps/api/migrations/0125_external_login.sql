-- Customers of an external login have no password here (decision 033).
alter table customer alter column password_hash drop not null;

-- Who somebody is at a provider. An account follows from these two alone, never from a mail address.
create table external_identity (
  issuer text not null check (char_length(issuer) between 1 and 400),
  subject text not null check (char_length(subject) between 1 and 255),
  customer_id text not null references customer on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject)
);
-- One person of a provider per account: another subject with the same address is somebody else.
create unique index external_identity_customer on external_identity (customer_id, issuer);

-- Sessions that an external log-in opened, so that a log-out at the provider ends them.
create table external_session (
  session_id text primary key references session on delete cascade,
  issuer text not null,
  subject text not null,
  -- The provider's own session (`sid`), where it names one.
  provider_session text check (char_length(provider_session) between 1 and 255)
);
create index external_session_subject on external_session (issuer, subject);

-- Provider's sessions that are over: an exchange that was under way when its owner logged out there opens nothing.
create table external_log_out (
  issuer text not null,
  provider_session text not null check (char_length(provider_session) between 1 and 255),
  heard_at timestamptz not null default clock_timestamp(),
  primary key (issuer, provider_session)
);
create index external_log_out_heard on external_log_out (heard_at);

-- Each log-in that was started ends once. The id is a hash of its state.
create table used_external_state (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
  expires_at timestamptz not null
);
create index used_external_state_expires on used_external_state (expires_at);
