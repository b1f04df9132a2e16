-- A device that a customer asked to be remembered on (decision 035): its cookie opens a session without the password. The id is a hash
-- of what the browser holds, so a copy of this table opens nothing.
create table known_device (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
  customer_id text not null references customer on delete cascade,
  -- How often the cookie was renewed. An earlier one that comes back later was copied.
  generation integer not null default 0 check (generation >= 0),
  created_at timestamptz not null default clock_timestamp(),
  renewed_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz
);
create index known_device_customer on known_device (customer_id, renewed_at);
create index known_device_renewed on known_device (renewed_at);

-- The device on which a session was opened, where it is remembered; and whether the password, a passkey or a mailed link was given in it.
alter table session add column device_id text references known_device on delete set null;
alter table session add column is_proved boolean not null default true;
create index session_device on session (device_id, created_at) where device_id is not null;

-- Ending a session revokes the device that it was opened on, whose cookie would open another session.
create function forget_device_of_session() returns trigger language plpgsql as $$
begin
  update known_device set revoked_at = clock_timestamp() where id = new.device_id and revoked_at is null;
  return null;
end $$;
create trigger session_forgets_device after update of revoked_at on session
  for each row when (new.device_id is not null and old.revoked_at is null and new.revoked_at is not null)
  execute function forget_device_of_session();

-- Changing a password revokes all devices of its account.
create function forget_devices_of_customer() returns trigger language plpgsql as $$
begin
  update known_device set revoked_at = clock_timestamp() where customer_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger customer_forgets_devices after update of password_hash on customer
  for each row when (old.password_hash is distinct from new.password_hash)
  execute function forget_devices_of_customer();
