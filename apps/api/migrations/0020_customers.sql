-- Who buys. Ids are made in the application: 128 random bits in base64url.
create table customer (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  email text not null check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  first_name text not null check (char_length(btrim(first_name)) between 1 and 80),
  last_name text not null check (char_length(btrim(last_name)) between 1 and 80),
  gender text not null check (gender in ('feminine', 'male', 'other', 'undisclosed')),
  document_type text not null check (document_type in (
    'dni', 'other', 'passport', 'cuit', 'cuil', 'foreign_ci', 'ci', 'unidentified', 'migration_certificate', 'ine', 'ife')),
  document_number text not null check (char_length(document_number) between 1 and 20),
  birthday date not null check (birthday >= '1900-01-01'),
  country text not null check (country in ('ar', 'py', 'mx')),
  password_hash text not null check (password_hash like '$argon2id$%'),
  role text not null default 'customer' check (role in ('customer', 'box-office')),
  has_alias boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index customer_email_key on customer (lower(email));

create table customer_phone (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  customer_id text not null references customer on delete cascade,
  type text not null check (type in ('permanent', 'mobile')),
  number text not null check (number ~ '^[0-9]{6,15}$'),
  preferred boolean not null default false
);
create index customer_phone_customer on customer_phone (customer_id);
create unique index customer_phone_preferred on customer_phone (customer_id) where preferred;

-- The id is a hash of the token's secret: a copy of this table opens no session.
create table session (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
  customer_id text not null references customer on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (expires_at > created_at)
);
create index session_customer on session (customer_id);
create index session_expires on session (expires_at);

-- Attempts to log in, counted per account and per account seen from one network. Keys are hashes: no address, no e-mail.
create table login_throttle (
  key text primary key check (key ~ '^[A-Za-z0-9_-]{43}$'),
  attempts integer not null check (attempts >= 0),
  last_at timestamptz not null default now(),
  blocked_until timestamptz not null default now(),
  succeeded_at timestamptz
);
create index login_throttle_last on login_throttle (last_at);

create table used_captcha (
  signature text primary key check (signature ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null
);
create index used_captcha_expires on used_captcha (expires_at);
