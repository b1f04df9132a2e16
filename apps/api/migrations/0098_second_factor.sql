-- What staff prove who they are with besides their password (decision 026).
create table second_factor (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  customer_id text not null references customer on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null check (char_length(btrim(name)) between 1 and 60),
  -- TOTP: the secret, sealed with a key derived from SECRET, and the last time step whose code was used.
  sealed_secret text,
  last_step bigint,
  -- Passkey: what the browser registered. The counter of an authenticator that has none stays 0.
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  created_at timestamptz not null default now(),
  used_at timestamptz,
  check ((kind = 'totp') = (sealed_secret is not null)),
  check ((kind = 'totp') = (last_step is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null and transports is not null))
);
create unique index second_factor_totp on second_factor (customer_id) where kind = 'totp';
create index second_factor_customer on second_factor (customer_id);

-- Each opens the log-in once, in place of a factor that was lost; a used one is deleted.
create table recovery_code (
  customer_id text not null references customer on delete cascade,
  hash text not null check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  primary key (customer_id, hash)
);

alter table session add second_factor boolean not null default false;

-- That a member of staff gave their password a few minutes ago: the step between the password and the session, and what
-- changes of factors ask for. The id is a hash, as that of a session.
create table password_proof (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
  customer_id text not null references customer on delete cascade,
  -- The session that it was given in; null while somebody logs in.
  session_id text references session on delete cascade,
  -- Whether a second factor was given too, or the person has none.
  is_complete boolean not null,
  -- What the passkey has to sign next.
  challenge text,
  -- A TOTP secret that is being set up, sealed.
  pending_secret text,
  expires_at timestamptz not null
);
create index password_proof_customer on password_proof (customer_id);
create index password_proof_session on password_proof (session_id);
create index password_proof_expires on password_proof (expires_at);
