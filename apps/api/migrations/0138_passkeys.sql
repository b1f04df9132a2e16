-- Passkeys that customers log in with (decision 035). Those of the staff are second factors and stand in second_factor.
create table passkey (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  customer_id text not null references customer on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- That of an authenticator that has none stays 0.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (char_length(btrim(name)) between 1 and 60),
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index passkey_customer on passkey (customer_id, created_at);

-- Challenges that were answered, by a hash; they are signed, so one that was only asked for stands nowhere.
create table used_challenge (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
  expires_at timestamptz not null
);
create index used_challenge_expires on used_challenge (expires_at);
